import { runCommand } from "../../suite/command-line/command.ts";
import { readOptions } from "../../suite/command-line/options.ts";
import { FORMAT, runChecks } from "../run/checks.ts";

const HELP = `npm run format -- [options]

  --help         this text

Puts the sources into shape; what needs a person is said, and stays.`;

await runCommand(async (args) =>
  readOptions(args, HELP, {}) === null ? 0 : (await runChecks([FORMAT], console.log)).failed,
);
