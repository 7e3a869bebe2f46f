import { runCommand } from "../command-line/command.ts";
import { watchFunctions } from "../launcher/build.ts";
import { runLocalSuite } from "../launcher/run-local.ts";
import { readStartOptions } from "../launcher/start-options.ts";
import { startVite, vitePort } from "../launcher/vite.ts";

await runCommand(async (args) => {
  const options = readStartOptions(args, "npm run dev");
  if (options === null) return 0;
  // Does nothing if the suite fails before the build.
  let stopWatching = async (): Promise<void> => {};
  try {
    return await runLocalSuite(options, {
      page: "placeholder", // Vite serves the real page.
      otherPorts: (ports) => [["Vite", vitePort(ports)]],
      async build() {
        stopWatching = await watchFunctions();
      },
      startDevServer: startVite,
    });
  } finally {
    await stopWatching();
  }
});
