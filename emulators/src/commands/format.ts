import { FORMAT, runChecks } from "../checks.ts";
import { readOptions } from "../options.ts";
import { command } from "../stop.ts";

const HELP = `npm run format -- [options]

  --help         this text

Puts the sources into shape; what needs a person is said, and stays.`;

await command(async (args) =>
  readOptions(args, HELP, {}) === null ? 0 : (await runChecks([FORMAT], console.log)).failed,
);
