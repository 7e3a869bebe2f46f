import { runCommand } from "../../suite/command-line/command.ts";
import { readOptions } from "../../suite/command-line/options.ts";
import { inRoot } from "../../suite/command-line/paths.ts";
import { listenForStop } from "../../suite/command-line/stop-signal.ts";
import { startEmptySuite } from "../../suite/launcher/empty-suite.ts";
import { provideChromium } from "../../suite/machine/chromium.ts";
import { runScript } from "../../suite/machine/run-script.ts";

const HELP = `npm run pictures -- [options]

  --help         this text

Takes the pictures of README.md and docs/guide.md again, into docs/pictures: about 2 minutes. The command runs a suite
of its own with the sample data, so a logbook that runs on this machine stays unchanged.`;

await runCommand(async (args) => {
  if (readOptions(args, HELP, {}) === null) return 0;
  const stopSignal = listenForStop();
  const chromiumPath = await provideChromium();
  const suite = await startEmptySuite(stopSignal, {
    purpose: "the pictures",
    projectId: "demo-logbook-pictures",
    page: "built",
    storesOnly: false,
  });
  try {
    const nodeArgs = ["--disable-warning=ExperimentalWarning", inRoot("tests", "pictures", "main.ts")];
    const exitCode = await runScript(nodeArgs, { ...suite.env, CHROMIUM: chromiumPath }, stopSignal);
    // Shells give a command that Ctrl+C ended the exit code 130.
    return stopSignal.aborted ? 130 : exitCode;
  } finally {
    await suite.stop();
  }
});
