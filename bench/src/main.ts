import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { roundValue } from "./figures/numbers.ts";
import type { Row } from "./figures/row.ts";
import { formatTable, goalSummary } from "./figures/table.ts";
import type { Environment } from "./harness/environment.ts";
import { PATHS } from "./harness/modules.ts";
import { measureServer } from "./server/measure.ts";

/* Measures the logbook in the suite that `npm run bench` has started. That command has also checked the options. */

const { values: options } = parseArgs({
  options: {
    only: { type: "string" },
    quick: { type: "boolean", default: false },
    profile: { type: "boolean", default: false },
  },
});
// The `exit` handlers, which kill the child processes, do not run if a signal ends the process. So the process itself
// exits, with the exit code that shells give to a command that Ctrl+C ended.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

// harness/function-process.ts reads this variable.
if (options.profile) process.env.BENCH_PROFILES = join(PATHS.work, "profiles");

const startedAt = Date.now();
const environment: Environment = {
  firestoreHost: requiredEnv("FIRESTORE_EMULATOR_HOST"),
  authHost: requiredEnv("FIREBASE_AUTH_EMULATOR_HOST"),
  storageHost: requiredEnv("FIREBASE_STORAGE_EMULATOR_HOST"),
  projectId: requiredEnv("GCLOUD_PROJECT"),
  pageFolder: requiredEnv("LOGBOOK_PAGE_FOLDER"),
  chromium: process.env.CHROMIUM ?? "",
  reportCounts: options.quick ? [1_000, 10_000] : [1_000, 10_000, 100_000],
  isQuick: options.quick,
  log,
};
// This line comes before results.json is written: a changed file would make `git describe` call the checkout dirty.
const commit = execFileSync("git", ["describe", "--always", "--dirty", "--abbrev=40"], { encoding: "utf8" }).trim();
const rows: Row[] = [];
const isFullRun = !options.quick && !options.profile && options.only === undefined;
if (options.only === undefined || options.only === "server") {
  rows.push(...(await measureServer(environment)));
  // Saves the server's figures even if the browser's part fails later.
  if (isFullRun) writeResults();
}
if (options.only !== "server") {
  // Imported only when needed, because this module loads Playwright.
  const { measureBrowser, measureVisits } = await import("./browser/measure.ts");
  const measure = options.only === "visits" ? measureVisits : measureBrowser;
  rows.push(...(await measure(environment)));
}

console.log(`\n${formatTable(rows)}\n\n${goalSummary(rows)} ${elapsedSeconds()} s in total.`);
if (isFullRun) {
  writeResults();
  console.log("Written to bench/results.json.");
} else console.log("bench/results.json is unchanged: only a run without options writes it.");

function writeResults(): void {
  writeFileSync(new URL("../results.json", import.meta.url), `${JSON.stringify(toResults(rows), null, 2)}\n`);
}

function log(text: string): void {
  console.log(`${String(elapsedSeconds()).padStart(5)} s  ${text}`);
}

function elapsedSeconds(): number {
  return Math.round((Date.now() - startedAt) / 1000);
}

function toResults(rows: readonly Row[]) {
  const [cpu] = cpus();
  const memoryGib = Math.round(totalmem() / 2 ** 30);
  const machine = [
    cpu?.model ?? "unknown processor",
    `${availableParallelism()} cores`,
    `${memoryGib} GiB`,
    `Node ${process.version}`,
    process.platform,
    `Firestore engine ${process.env.LOGBOOK_ENGINE ?? "unknown"}`,
  ].join(", ");
  const roundRow = (row: Row): Row => ({
    ...row,
    value: roundValue(row.value),
    limit: row.limit === null ? null : roundValue(row.limit),
  });
  return { commit, date: new Date().toISOString(), machine, rows: rows.map(roundRow) };
}

function requiredEnv(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set. Run this with npm run bench.`);
  return value;
}
