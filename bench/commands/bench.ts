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
  --only PART         server, browser or visits (the page's visits alone, nine of each);
                      bench/results.json stays as it is
  --profile           a CPU profile of each measured function, in .data/bench/profiles; slows them down
  --help              this text

Takes 12 to 20 minutes, --quick about 4. What each figure means: bench/README.md.`;

await runCommand(async (args) => {
  const given = readOptions(args, HELP, {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    profile: { type: "boolean", default: false },
  });
  if (given === null) return 0;
  const { only } = given.values;
  if (only !== undefined && !["server", "browser", "visits"].includes(only))
    throw new CommandError(`There is no part '${only}'. Choose --only server, --only browser or --only visits.`);

  const stopSignal = listenForStop();
  const chromiumEnv = only === "server" ? {} : { CHROMIUM: await provideChromium() };
  const suite = await startEmptySuite(stopSignal, {
    name: "the measurements",
    projectId: "demo-logbook-bench",
    page: "built",
    storesOnly: true,
  });
  try {
    const script = ["--disable-warning=ExperimentalWarning", inRoot("bench", "src", "main.ts"), ...args];
    const env = {
      ...suite.env,
      ...chromiumEnv,
      LOGBOOK_ENGINE: suite.engine,
      LOGBOOK_PAGE_FOLDER: join(runFolder(suite.ports.hosting), "hosting"),
      METADATA_SERVER_DETECTION: "none",
    };
    const code = await runScript(script, env, stopSignal);
    return stopSignal.aborted ? 130 : code;
  } finally {
    await suite.stop();
  }
});
