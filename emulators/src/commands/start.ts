import { buildIfChanged } from "../build.ts";
import { runLocal } from "../local.ts";
import { parseStartOptions, startHelp } from "../options.ts";
import { confirmReset } from "../reset.ts";
import { command } from "../stop.ts";

await command(async (args) => {
  const options = parseStartOptions(args);
  if (options.help) {
    console.log(startHelp("npm start"));
    return 0;
  }
  if (options.reset && !(await confirmReset(options.yes, options.data))) return 1;
  return await runLocal(options, { page: "built", build: buildIfChanged });
});
