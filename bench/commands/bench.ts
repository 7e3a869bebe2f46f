import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import { join } from "node:path";
import { CommandError, runCommand } from "../../suite/command-line/command.ts";
import { readOptions } from "../../suite/command-line/options.ts";
import { DATA, inRoot, ROOT } from "../../suite/command-line/paths.ts";
import { listenForStop, whenAborted } from "../../suite/command-line/stop-signal.ts";
import { startEmptySuite } from "../../suite/launcher/empty-suite.ts";
import { runFolder } from "../../suite/launcher/running-suites.ts";
import type { Suite } from "../../suite/launcher/suite.ts";
import { provideChromium } from "../../suite/machine/chromium.ts";
import { roundValue } from "../src/figures/numbers.ts";
import { formatTable, goalSummary, type Row } from "../src/figures/rows.ts";
import type { Environment } from "../src/harness/environment.ts";

const HELP = `npm run bench -- [options]

  --quick             1,000 and 10,000 reports and fewer requests; bench/results.json stays as it is
  --only PART         server, browser or visits (the browser's visits of the page only);
                      bench/results.json stays as it is
  --profile           a CPU profile of each measured function, in .data/bench/profiles; slows them down
  --help              this text

Takes 12 to 20 minutes, --quick about 4. What each figure means: bench/README.md.`;

interface Options {
  quick: boolean;
  only?: string | undefined;
  profile: boolean;
}

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
  const chromium = only === "server" ? "" : await provideChromium();
  // The bench serves the page and the function itself, so the suite only builds the page and runs the stores.
  const suite = await startEmptySuite(stopSignal, {
    purpose: "the measurements",
    projectId: "demo-logbook-bench",
    page: "built",
    storesOnly: true,
  });
  try {
    await Promise.race([measure(options.values, suite, chromium), whenAborted(stopSignal)]);
  } finally {
    await suite.stop();
  }
  // process.exit() also ends the measurement. 130 is the usual exit code after Ctrl+C.
  if (stopSignal.aborted) process.exit(130);
  return 0;
});

async function measure({ quick, only, profile }: Options, suite: Suite, chromium: string): Promise<void> {
  const startedAt = Date.now();
  const elapsedSeconds = (): number => Math.round((Date.now() - startedAt) / 1000);
  // Google's libraries must not look for the metadata server, which exists only on Google's machines.
  Object.assign(process.env, suite.env, { METADATA_SERVER_DETECTION: "none" });
  const environment: Environment = {
    firestoreHost: `127.0.0.1:${suite.ports.firestore}`,
    authHost: `127.0.0.1:${suite.ports.auth}`,
    storageHost: `127.0.0.1:${suite.ports.storage}`,
    projectId: suite.projectId,
    // The built page with the suite's configuration in it, which web/dist does not have.
    pageFolder: join(runFolder(suite.ports.hosting), "hosting"),
    chromium,
    reportCounts: quick ? [1_000, 10_000] : [1_000, 10_000, 100_000],
    isQuick: quick,
    profileFolder: profile ? join(DATA, "bench", "profiles") : null,
    log: (text) => console.log(`${String(elapsedSeconds()).padStart(5)} s  ${text}`),
  };
  // This line comes before results.json is written: a changed file would make `git describe` call the checkout dirty.
  const git = ["describe", "--always", "--dirty", "--abbrev=40"];
  const commit = execFileSync("git", git, { cwd: ROOT, encoding: "utf8" }).trim();
  const rows: Row[] = [];
  const writeResults = (): void => {
    const results = {
      commit,
      date: new Date().toISOString(),
      machine: describeMachine(suite),
      rows: rows.map(roundRow),
    };
    writeFileSync(inRoot("bench", "results.json"), `${JSON.stringify(results, null, 2)}\n`);
  };
  const isFullRun = !quick && !profile && only === undefined;
  // These modules are imported only when needed, because they load large packages.
  if (only === undefined || only === "server") {
    const { measureServer } = await import("../src/server/measure.ts");
    rows.push(...(await measureServer(environment)));
    // Saves the server's figures even if the browser's part fails later.
    if (isFullRun) writeResults();
  }
  if (only !== "server") {
    const { measureBrowser } = await import("../src/browser/measure.ts");
    rows.push(...(await measureBrowser(environment, only === "visits")));
  }
  console.log(`\n${formatTable(rows)}\n\n${goalSummary(rows)} ${elapsedSeconds()} s in total.`);
  if (isFullRun) {
    writeResults();
    console.log("Written to bench/results.json.");
  } else console.log("bench/results.json is unchanged: only a run without options writes it.");
}

function describeMachine({ engine }: Suite): string {
  const model = cpus()[0]?.model ?? "unknown processor";
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const cores = `${availableParallelism()} cores`;
  return [model, cores, memory, `Node ${process.version}`, process.platform, `Firestore engine ${engine}`].join(", ");
}

// A function declaration: `runCommand` above runs before a constant down here would be initialized.
function roundRow(row: Row): Row {
  return { ...row, value: roundValue(row.value), limit: row.limit === null ? null : roundValue(row.limit) };
}
