import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "../suite/command-line/paths.ts";
import { buildIfChanged } from "../suite/launcher/build.ts";
import { STORAGE_COVERAGE_FILE } from "../suite/launcher/firebase-tools.ts";
import { runFolder } from "../suite/launcher/running-suites.ts";
import { provideChromium, provideHeadlessShell } from "../suite/machine/chromium.ts";
import { runScript } from "../suite/machine/run-script.ts";
import { checkRulesCoverage } from "./coverage/check.ts";
import { runMutants } from "./mutants/run.ts";
import { LINT_CHECKS, runChecks, type TestResult, TYPE_CHECKS } from "./run/checks.ts";
import type { Group, GroupRun } from "./run/group.ts";
import { countPlaywright, countVitest, type PlaywrightReport } from "./run/test-report.ts";

/**
 * The groups of `npm test` in the order they run (docs/testing.md). `needs` names the parts of a suite that the tests
 * use; with `isParallel` they use several suites. `beside` names the group that runs at the same time.
 */
export const GROUPS = {
  types: { needs: "nothing", run: () => runChecks(TYPE_CHECKS, console.log) },
  lint: { needs: "nothing", run: () => runChecks(LINT_CHECKS, console.log) },
  unit: { needs: "nothing", run: runWithVitest("unit") },
  components: { needs: "stores", isParallel: true, run: runComponents(provideHeadlessShell) },
  rules: { needs: "stores", isParallel: true, run: runRules },
  api: { needs: "everything", isParallel: true, run: runWithVitest("api") },
  suite: { needs: "nothing", run: runWithVitest("suite") },
  e2e: { needs: "everything", isParallel: true, run: runWithPlaywright("e2e", provideHeadlessShell) },
  // The fuzz tests run after the others because they leave thousands of reports behind.
  fuzz: { needs: "everything", isParallel: true, run: runWithVitest("fuzz") },
  load: { needs: "everything", run: runWithVitest("load") },
  lighthouse: {
    needs: "everything",
    beside: "load",
    run: runWithVitest("lighthouse", async () => ({ CHROMIUM: await provideChromium() })),
  },
} satisfies Record<string, Group>;

/** The groups of `npm run test:deep` in the order they run (docs/testing.md). They take too long for every change. */
export const DEEP_GROUPS = {
  components: { needs: "stores", isParallel: true, run: runComponents(provideChromium) },
  e2e: { needs: "everything", isParallel: true, run: runWithPlaywright("e2e", provideChromium) },
  kill: { needs: "nothing", run: runWithVitest("kill") },
  fuzz: {
    needs: "everything",
    isParallel: true,
    run: runWithVitest("fuzz", async () => ({ LOGBOOK_FUZZ_RUNS: "2000" })),
  },
  load: { needs: "everything", run: runWithVitest("load", async () => ({ LOGBOOK_LOAD_MINUTES: "10" })) },
  mutants: { needs: "nothing", run: ({ stopSignal }) => runMutants({}, stopSignal) },
} satisfies Record<string, Group>;

type Environment = Record<string, string>;

/** Returns a function that runs a group's tests with Vitest. `readVariables` returns more environment variables. */
function runWithVitest(project: string, readVariables: () => Promise<Environment> = async () => ({})): Group["run"] {
  return async (run) => {
    const report = join(run.reportFolder, `${project}.json`);
    const reporters = ["--reporter", "default", "--reporter", "json", "--outputFile.json", report];
    const vitestPath = inRoot("node_modules", "vitest", "vitest.mjs");
    const nodeArgs = [vitestPath, "run", "--project", project, ...reporters, ...run.runnerArgs];
    const env = { ...testEnvironment(run), ...(await readVariables()) };
    const exitCode = await runScript(nodeArgs, env, run.stopSignal);
    return countVitest(readReport(report), exitCode, { hasTitleFilter: run.runnerArgs.includes("-t") });
  };
}

/** Runs the rules tests. Together, the tests must evaluate every condition of the rules to both true and false. */
async function runRules(run: GroupRun): Promise<TestResult> {
  const firestoreFolder = join(run.reportFolder, "rules-coverage");
  mkdirSync(firestoreFolder);
  const tests = await runWithVitest("rules", async () => ({ LOGBOOK_RULES_COVERAGE: firestoreFolder }))(run);
  const haveAllTestsPassed = run.runnerArgs.length === 0 && tests.failed === 0 && !run.stopSignal.aborted;
  if (!haveAllTestsPassed) return tests;
  console.log("Coverage of the rules");
  const hostingPorts = run.suites.map(({ LOGBOOK_URL }) => Number(new URL(LOGBOOK_URL!).port));
  const storageFiles = hostingPorts.map((port) => join(runFolder(port), STORAGE_COVERAGE_FILE));
  const coverage = checkRulesCoverage({ firestoreFolder, storageFiles }, console.log);
  return { passed: tests.passed + coverage.passed, failed: tests.failed + coverage.failed };
}

/** Playwright's options that open a window; the headless shell cannot open one. */
const WINDOW_OPTIONS = ["--headed", "--debug", "--ui"];

/** Returns a function that runs a group's tests with Playwright, in the browser whose path `provideBrowser` returns. */
function runWithPlaywright(folder: "components" | "e2e", provideBrowser: () => Promise<string>): Group["run"] {
  return async (run) => {
    const report = join(run.reportFolder, `${folder}.json`);
    const traces = join(run.reportFolder, `traces-${folder}`);
    mkdirSync(traces);
    const config = inRoot("tests", folder, "playwright.config.ts");
    const playwrightPath = inRoot("node_modules", "@playwright", "test", "cli.js");
    const options = ["-c", config, "--reporter", "list,json", "--output", traces];
    const nodeArgs = [playwrightPath, "test", ...options, ...run.runnerArgs];
    const needsWindow = run.runnerArgs.some((arg) => WINDOW_OPTIONS.includes(arg));
    const browserPath = await (needsWindow ? provideChromium() : provideBrowser());
    const env = { ...testEnvironment(run), CHROMIUM: browserPath, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
    const exitCode = await runScript(nodeArgs, env, run.stopSignal);
    return countPlaywright(readReport<PlaywrightReport>(report), exitCode);
  };
}

/** Returns a function that builds page and functions, which the tests serve by themselves, and runs the tests. */
function runComponents(provideBrowser: () => Promise<string>): Group["run"] {
  const runTests = runWithPlaywright("components", provideBrowser);
  return async (run) => {
    await buildIfChanged();
    return await runTests(run);
  };
}

/**
 * The first suite's variables, for SDKs, LOGBOOK_TEST_SUITES with all suites, of which each worker takes one, and the
 * factor of the time limits.
 */
function testEnvironment({ suites, patience }: GroupRun): Environment {
  const env = { ...suites[0], LOGBOOK_TEST_PATIENCE: String(patience) };
  return suites.length > 0 ? { ...env, LOGBOOK_TEST_SUITES: JSON.stringify(suites) } : env;
}

function readReport<T>(file: string): T | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : null;
}
