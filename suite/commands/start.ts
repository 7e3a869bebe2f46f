import { runCommand } from "../command-line/command.ts";
import { buildIfChanged } from "../launcher/build.ts";
import { runLocalSuite } from "../launcher/run-local.ts";
import { readStartOptions } from "../launcher/start-options.ts";

await runCommand(async (args) => {
  const options = readStartOptions(args, "npm start");
  // readStartOptions() returns `null` after it has printed the help for --help.
  if (options === null) return 0;
  return await runLocalSuite(options, { page: "built", build: buildIfChanged });
});
