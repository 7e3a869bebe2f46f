import { runCommand } from "../command-line/command.ts";
import { watchFunctions } from "../launcher/build.ts";
import { confirmReset } from "../launcher/confirm-reset.ts";
import { runLocalSuite } from "../launcher/run-local.ts";
import { parseStartOptions, startHelp } from "../launcher/start-options.ts";
import { startVite, vitePort } from "../launcher/vite.ts";

await runCommand(async (args) => {
  const options = parseStartOptions(args);
  if (options.help) {
    console.log(startHelp("npm run dev"));
    return 0;
  }
  if (options.reset && !(await confirmReset(options.yes, options.data))) return 1;
  let stopWatching = async (): Promise<void> => {};
  try {
    return await runLocalSuite(options, {
      page: "placeholder",
      ports: (ports) => [["Vite", vitePort(ports)]],
      async build() {
        stopWatching = await watchFunctions();
      },
      startDevServer: startVite,
    });
  } finally {
    await stopWatching();
  }
});
