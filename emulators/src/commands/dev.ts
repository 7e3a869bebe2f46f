import { watchFunctions } from "../build.ts";
import { runLocal } from "../local.ts";
import { parseStartOptions, startHelp } from "../options.ts";
import { confirmReset } from "../reset.ts";
import { command } from "../stop.ts";
import { startVite, vitePort } from "../vite.ts";

await command(async (args) => {
  const options = parseStartOptions(args);
  if (options.help) {
    console.log(startHelp("npm run dev"));
    return 0;
  }
  if (options.reset && !(await confirmReset(options.yes, options.data))) return 1;
  let stopWatching = async (): Promise<void> => {};
  try {
    return await runLocal(options, {
      page: "stand-in",
      ports: (ports) => [["Vite", vitePort(ports)]],
      async build() {
        stopWatching = await watchFunctions();
      },
      beside: startVite,
    });
  } finally {
    await stopWatching();
  }
});
