import { runCommand } from "../command-line/command.ts";
import { buildIfChanged } from "../launcher/build.ts";
import { confirmReset } from "../launcher/confirm-reset.ts";
import { runLocalSuite } from "../launcher/run-local.ts";
import { parseStartOptions, startHelp } from "../launcher/start-options.ts";

await runCommand(async (args) => {
  const options = parseStartOptions(args);
  if (options.help) {
    console.log(startHelp("npm start"));
    return 0;
  }
  if (options.reset && !(await confirmReset(options.yes, options.data))) return 1;
  return await runLocalSuite(options, { page: "built", build: buildIfChanged });
});
