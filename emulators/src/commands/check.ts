import { LINT_CHECKS, runChecks, TYPE_CHECKS } from "../checks.ts";
import { command } from "../stop.ts";
import { summary } from "../test-report.ts";

await command(async () => {
  const { line, ok } = summary([await runChecks([...TYPE_CHECKS, ...LINT_CHECKS], console.log)]);
  console.log(line);
  return ok ? 0 : 1;
});
