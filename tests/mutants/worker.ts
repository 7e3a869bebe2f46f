// A worker process: it receives one `Task` at a time and answers with a `Finding`. It loads the rules tests once and
// runs them again for each task, so that a task costs little more than its requests.
import { globSync } from "node:fs";
import { registerHooks } from "node:module";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { inRoot } from "../../suite/command-line/paths.ts";
import { collectSuite, suites } from "./collect.ts";
import { LikelyTests } from "./likely-tests.ts";
import { runSuites } from "./run-suites.ts";
import { suitesByLine } from "./suites-by-line.ts";
import type { Finding, Task } from "./workers.ts";

// budget.test.ts is left out, because its tests change the rules' text.
const FILES = [
  inRoot("tests", "rules", "storage.test.ts"),
  ...globSync(inRoot("tests", "rules", "firestore", "*.test.ts")).filter((path) => !path.endsWith("budget.test.ts")),
];
const COLLECT = new URL("collect.ts", import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "vitest" && context.parentURL?.includes("/tests/rules/")
      ? next(COLLECT, context)
      : next(specifier, context),
});
for (const file of FILES) await collectSuite(basename(file, ".test.ts"), () => import(pathToFileURL(file).href));

const suitesWithTests = suites.filter(({ tests }) => tests.length > 0);
const coverage = process.env.LOGBOOK_MUTANTS_COVERAGE!;
let likelyTests: LikelyTests | undefined;

process.on("message", async (task: Task) => {
  const finding = await runTask(task).catch((error: unknown): Finding => ({ failed: null, broken: inspect(error) }));
  process.send!(finding);
});
process.on("disconnect", () => process.exit());
// Ctrl-C in a terminal also signals this process, which ignores the signal so that the current task can finish.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
process.send!("ready");

async function runTask(task: Task): Promise<Finding> {
  if (task === null) {
    process.env.LOGBOOK_RULES_COVERAGE = coverage;
    try {
      return await runSuites(suitesWithTests);
    } finally {
      delete process.env.LOGBOOK_RULES_COVERAGE;
    }
  }
  likelyTests ??= new LikelyTests(suitesWithTests, suitesByLine(coverage));
  const finding = await runSuites(likelyTests.suitesFor(task));
  if (finding.failed !== null) likelyTests.record(task, finding.failed);
  return finding;
}
