import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { rounded } from "./figures/numbers.ts";
import type { Row } from "./figures/row.ts";
import { formatTable, goalSummary } from "./figures/table.ts";
import type { Environment } from "./harness/environment.ts";
import { PATHS } from "./harness/modules.ts";
import { measureServer } from "./server/measure.ts";

/* Measures the logbook in the suite that `npm run bench` has started. That command has also checked the options. */

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    quick: { type: "boolean", default: false },
    profile: { type: "boolean", default: false },
  },
});
// `exit` handlers kill the child processes. They do not run if a signal ends the process, so the process exits itself.
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => process.exit(130));

if (values.profile) process.env.BENCH_PROFILES = join(PATHS.work, "profiles");

const startedAt = Date.now();
const environment: Environment = {
  firestoreHost: requiredEnv("FIRESTORE_EMULATOR_HOST"),
  authHost: requiredEnv("FIREBASE_AUTH_EMULATOR_HOST"),
  storageHost: requiredEnv("FIREBASE_STORAGE_EMULATOR_HOST"),
  projectId: requiredEnv("GCLOUD_PROJECT"),
  pageFolder: requiredEnv("LOGBOOK_PAGE_FOLDER"),
  chromium: process.env.CHROMIUM ?? "",
  sizes: values.quick ? [1_000, 10_000] : [1_000, 10_000, 100_000],
  quick: values.quick,
  log,
};
// The commit is read before results.json is written, because then `git describe` would call the checkout dirty.
const commit = execFileSync("git", ["describe", "--always", "--dirty", "--abbrev=40"], { encoding: "utf8" }).trim();
const rows: Row[] = [];
const isFullRun = !values.quick && !values.profile && values.only === undefined;
if (values.only === undefined || values.only === "server") {
  rows.push(...(await measureServer(environment)));
  // Saves the server's figures even if the browser's part fails later.
  if (isFullRun) save();
}
if (values.only !== "server") {
  // Imported only when needed, because it loads Playwright.
  const { measureBrowser, measureVisits } = await import("./browser/measure.ts");
  const measure = values.only === "visits" ? measureVisits : measureBrowser;
  rows.push(...(await measure(environment)));
}

console.log(
  `\n${formatTable(rows)}\n\n${goalSummary(rows)} ${Math.round((Date.now() - startedAt) / 1000)} s in total.`,
);
if (isFullRun) {
  save();
  console.log("Written to bench/results.json.");
} else console.log("bench/results.json is unchanged: only a run without options writes it.");

function save(): void {
  writeFileSync(new URL("../results.json", import.meta.url), `${JSON.stringify(toResults(rows), null, 2)}\n`);
}

function log(text: string): void {
  console.log(`${String(Math.round((Date.now() - startedAt) / 1000)).padStart(5)} s  ${text}`);
}

function toResults(rows: readonly Row[]) {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const roundRow = (row: Row): Row => ({
    ...row,
    value: rounded(row.value),
    limit: row.limit === null ? null : rounded(row.limit),
  });
  return {
    commit,
    date: new Date().toISOString(),
    machine: `${cpu?.model ?? "unknown processor"}, ${availableParallelism()} cores, ${memory} GiB, Node ${process.version}, ${process.platform}, Firestore engine ${process.env.LOGBOOK_ENGINE ?? "unknown"}`,
    rows: rows.map(roundRow),
  };
}

function requiredEnv(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set. Run this with npm run bench.`);
  return value;
}
