import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "../suite/command-line/paths.ts";
import { buildIfChanged } from "../suite/launcher/build.ts";
import { STORAGE_COVERAGE } from "../suite/launcher/firebase-tools.ts";
import { runFolder } from "../suite/launcher/running-suites.ts";
import { provideChromium, provideHeadlessShell } from "../suite/machine/chromium.ts";
import { runScript } from "../suite/machine/run-script.ts";
import { checkRulesCoverage } from "./coverage/check.ts";
import { runMutants } from "./mutants/run.ts";
import { LINT_CHECKS, type Outcome, runChecks, TYPE_CHECKS } from "./run/checks.ts";
import type { Group, GroupRun } from "./run/group.ts";
import { countPlaywright, countVitest, type PlaywrightReport } from "./run/test-report.ts";

// On two processors a third worker uses the time in which two wait; a fourth would gain nothing.
const WORKERS = 3;

/** The groups of `npm test` in the order they run (docs/testing.md). */
export const GROUPS = {
  types: { needs: "nothing", run: () => runChecks(TYPE_CHECKS, console.log) },
  lint: { needs: "nothing", run: () => runChecks(LINT_CHECKS, console.log) },
  unit: { needs: "nothing", run: runVitest("unit") },
  components: { needs: "nothing", run: runComponents(provideHeadlessShell) },
  rules: { needs: "stores", suites: WORKERS, run: runRules },
  api: { needs: "everything", suites: WORKERS, run: runVitest("api") },
  suite: { needs: "nothing", run: runVitest("suite") },
  e2e: { needs: "everything", suites: WORKERS, run: runPlaywright("e2e", provideHeadlessShell) },
  // The fuzz tests run after the others because they leave thousands of reports behind.
  fuzz: { needs: "everything", suites: WORKERS, run: runVitest("fuzz") },
  load: { needs: "everything", run: runVitest("load") },
  lighthouse: {
    needs: "everything",
    beside: "load",
    run: runVitest("lighthouse", async () => ({ CHROMIUM: await provideChromium() })),
  },
} satisfies Record<string, Group>;

/** The groups of `npm run test:deep` in the order they run: they take too long for every change. */
export const DEEP_GROUPS = {
  components: { needs: "nothing", run: runComponents(provideChromium) },
  e2e: { needs: "everything", suites: WORKERS, run: runPlaywright("e2e", provideChromium) },
  kill: { needs: "nothing", run: runVitest("kill") },
  fuzz: { needs: "everything", suites: WORKERS, run: runVitest("fuzz", async () => ({ LOGBOOK_FUZZ_RUNS: "2000" })) },
  load: { needs: "everything", run: runVitest("load", async () => ({ LOGBOOK_LOAD_MINUTES: "10" })) },
  mutants: { needs: "nothing", run: ({ stopSignal }) => runMutants({}, stopSignal) },
} satisfies Record<string, Group>;

type Environment = Record<string, string>;

/** A group whose tests Vitest runs, with the variables of `extraEnvironment` added to the environment. */
function runVitest(project: string, extraEnvironment: () => Promise<Environment> = async () => ({})): Group["run"] {
  return async (run) => {
    const report = join(run.reports, `${project}.json`);
    const reporters = ["--reporter", "default", "--reporter", "json", "--outputFile.json", report];
    const cli = inRoot("node_modules", "vitest", "vitest.mjs");
    const script = [cli, "run", "--project", project, ...reporters, ...run.filters];
    const code = await runScript(script, { ...suiteEnvironment(run), ...(await extraEnvironment()) }, run.stopSignal);
    return countVitest(readReport(report), code, run.filters.includes("-t"));
  };
}

/** The rules tests; together they must evaluate every condition of the rules to both true and false. */
async function runRules(run: GroupRun): Promise<Outcome> {
  const parts = join(run.reports, "rules-coverage");
  mkdirSync(parts);
  const tests = await runVitest("rules", async () => ({ LOGBOOK_RULES_COVERAGE: parts }))(run);
  if (run.filters.length > 0 || tests.failed > 0 || run.stopSignal.aborted) return tests;
  console.log("Coverage of the rules");
  const storage = run.suites.map(({ LOGBOOK_URL }) =>
    join(runFolder(Number(new URL(LOGBOOK_URL!).port)), STORAGE_COVERAGE),
  );
  const coverage = checkRulesCoverage({ parts, storage }, console.log);
  return { passed: tests.passed + coverage.passed, failed: tests.failed + coverage.failed };
}

/** Playwright's options that open a window; the headless shell cannot open one. */
const WINDOW_OPTIONS = ["--headed", "--debug", "--ui"];

/** A group whose tests Playwright runs, in the browser whose path `provideBrowser` returns. */
function runPlaywright(folder: "components" | "e2e", provideBrowser: () => Promise<string>): Group["run"] {
  return async (run) => {
    const report = join(run.reports, `${folder}.json`);
    const traces = join(run.reports, `traces-${folder}`);
    mkdirSync(traces);
    const config = inRoot("tests", folder, "playwright.config.ts");
    const cli = inRoot("node_modules", "@playwright", "test", "cli.js");
    const script = [cli, "test", "-c", config, "--reporter", "list,json", "--output", traces, ...run.filters];
    const needsWindow = run.filters.some((filter) => WINDOW_OPTIONS.includes(filter));
    const browser = await (needsWindow ? provideChromium() : provideBrowser());
    const env = { ...suiteEnvironment(run), CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
    const code = await runScript(script, env, run.stopSignal);
    return countPlaywright(readReport<PlaywrightReport>(report), code);
  };
}

/** The tests of the built page without a suite. */
function runComponents(provideBrowser: () => Promise<string>): Group["run"] {
  const run = runPlaywright("components", provideBrowser);
  return async (options) => {
    await buildIfChanged();
    return await run(options);
  };
}

/** The first suite in the variables that SDKs read, and all suites for tests in several workers. */
function suiteEnvironment({ suites }: GroupRun): Environment {
  return { ...suites[0], ...(suites.length > 0 && { LOGBOOK_TEST_SUITES: JSON.stringify(suites) }) };
}

function readReport<T>(file: string): T | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : null;
}
