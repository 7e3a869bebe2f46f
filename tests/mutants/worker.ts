// A worker process, which receives one `Task` at a time and answers with a `Finding`. It loads the rules tests once and
// runs them again for each task, so that a task takes little longer than the requests of its tests.
import { globSync } from "node:fs";
import { registerHooks } from "node:module";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { inRoot } from "../../suite/command-line/paths.ts";
import { collectSuite, testSuites } from "./collect.ts";
import { LikelyTests } from "./likely-tests.ts";
import { runSuites } from "./run-suites.ts";
import { suitesByLine } from "./suites-by-line.ts";
import type { Finding, Task } from "./workers.ts";

// budget.test.ts is left out, because its tests change the rules' text.
const TEST_FILES = [
  inRoot("tests", "rules", "storage.test.ts"),
  ...globSync(inRoot("tests", "rules", "firestore", "*.test.ts")).filter((path) => !path.endsWith("budget.test.ts")),
];
const COLLECT_URL = new URL("collect.ts", import.meta.url).href;

// When a rules test imports Vitest, Node loads collect.ts instead.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "vitest" && context.parentURL?.includes("/tests/rules/")
      ? next(COLLECT_URL, context)
      : next(specifier, context),
});
for (const file of TEST_FILES) await collectSuite(basename(file, ".test.ts"), () => import(pathToFileURL(file).href));

const suitesWithTests = testSuites.filter(({ tests }) => tests.length > 0);
const coverageFolder = process.env.LOGBOOK_MUTANTS_COVERAGE!;
/** Created for the first mutant: by then, a worker has saved the coverage of all tests. */
let likelyTests: LikelyTests | undefined;

process.on("message", async (task: Task) => {
  const finding = await runTask(task).catch(
    (error: unknown): Finding => ({ failedTest: null, problem: inspect(error) }),
  );
  process.send!(finding);
});
process.on("disconnect", () => process.exit());
// Ctrl-C in a terminal signals this process too. It ignores the signal, so that the current task can finish.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
process.send!("ready");

/** Runs the tests for a mutant. For `null`, runs all tests on the unchanged rules and saves their coverage. */
async function runTask(task: Task): Promise<Finding> {
  if (task === null) {
    process.env.LOGBOOK_RULES_COVERAGE = coverageFolder;
    try {
      return await runSuites(suitesWithTests);
    } finally {
      delete process.env.LOGBOOK_RULES_COVERAGE;
    }
  }
  likelyTests ??= new LikelyTests(suitesWithTests, suitesByLine(coverageFolder));
  const finding = await runSuites(likelyTests.suitesFor(task));
  if (finding.failedTest !== null) likelyTests.recordFinding(task, finding.failedTest);
  return finding;
}
