import { runCommand } from "../../suite/command-line/command.ts";
import { readOptions } from "../../suite/command-line/options.ts";
import { FORMAT, runChecks } from "../run/checks.ts";

const HELP = `npm run format -- [options]

  --help         this text

Formats the sources, and prints what has to be corrected by hand.`;

await runCommand(async (args) => {
  if (readOptions(args, HELP, {}) === null) return 0;
  const { failed } = await runChecks([FORMAT], console.log);
  return failed === 0 ? 0 : 1;
});
