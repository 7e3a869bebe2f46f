import { runCommand } from "../../suite/command-line/command.ts";
import { readOptions } from "../../suite/command-line/options.ts";
import { LINT_CHECKS, runChecks, TYPE_CHECKS } from "../run/checks.ts";
import { summary } from "../run/test-report.ts";

const HELP = `npm run check -- [options]

  --help         this text

Checks types, lint and format, dead code, and the dependencies: versions, licences and advisories.`;

await runCommand(async (args) => {
  if (readOptions(args, HELP, {}) === null) return 0;
  const { line, isPassed } = summary([await runChecks([...TYPE_CHECKS, ...LINT_CHECKS], console.log)]);
  console.log(line);
  return isPassed ? 0 : 1;
});
