import { runCommand } from "../../suite/command-line/command.ts";
import { readOptions } from "../../suite/command-line/options.ts";
import { FORMAT, runChecks } from "../run/checks.ts";

const HELP = `npm run format -- [options]

  --help         this text

Formats the sources, and prints what has to be corrected by hand.`;

await runCommand(async (args) =>
  readOptions(args, HELP, {}) === null ? 0 : (await runChecks([FORMAT], console.log)).failed,
);
