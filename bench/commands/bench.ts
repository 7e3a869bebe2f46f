import { join } from "node:path";
import { CommandError, runCommand } from "../../suite/command-line/command.ts";
import { readOptions } from "../../suite/command-line/options.ts";
import { inRoot } from "../../suite/command-line/paths.ts";
import { listenForStop } from "../../suite/command-line/stop-signal.ts";
import { startEmptySuite } from "../../suite/launcher/empty-suite.ts";
import { runFolder } from "../../suite/launcher/running-suites.ts";
import { provideChromium } from "../../suite/machine/chromium.ts";
import { runScript } from "../../suite/machine/run-script.ts";

const HELP = `npm run bench -- [options]

  --quick             1,000 and 10,000 reports and fewer requests; bench/results.json stays as it is
  --only PART         server, browser or visits (only the page's visits, nine of each kind);
                      bench/results.json stays as it is
  --profile           a CPU profile of each measured function, in .data/bench/profiles; slows them down
  --help              this text

Takes 12 to 20 minutes, --quick about 4. What each figure means: bench/README.md.`;

await runCommand(async (args) => {
  const options = readOptions(args, HELP, {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    profile: { type: "boolean", default: false },
  });
  // readOptions() returns `null` after it has printed HELP for --help.
  if (options === null) return 0;
  const { only } = options.values;
  if (only !== undefined && !["server", "browser", "visits"].includes(only))
    throw new CommandError(`There is no part '${only}'. Choose --only server, --only browser or --only visits.`);

  const stopSignal = listenForStop();
  const chromiumEnv = only === "server" ? {} : { CHROMIUM: await provideChromium() };
  // The bench serves the page and the function itself, so the suite only builds the page and runs the stores.
  const suite = await startEmptySuite(stopSignal, {
    name: "the measurements",
    projectId: "demo-logbook-bench",
    page: "built",
    storesOnly: true,
  });
  try {
    const nodeArgs = ["--disable-warning=ExperimentalWarning", inRoot("bench", "src", "main.ts"), ...args];
    const env = {
      ...suite.env,
      ...chromiumEnv,
      LOGBOOK_ENGINE: suite.engine,
      // The built page with the suite's configuration in it, which web/dist does not have.
      LOGBOOK_PAGE_FOLDER: join(runFolder(suite.ports.hosting), "hosting"),
      // Google's libraries must not look for the metadata server, which exists only on Google's machines.
      METADATA_SERVER_DETECTION: "none",
    };
    const exitCode = await runScript(nodeArgs, env, stopSignal);
    // Shells give a command that Ctrl+C ended the exit code 130.
    return stopSignal.aborted ? 130 : exitCode;
  } finally {
    await suite.stop();
  }
});
