import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { LINT_CHECKS, type Outcome, runChecks, TYPE_CHECKS } from "./checks.ts";
import { provideChromium } from "./chromium.ts";
import { STORAGE_COVERAGE } from "./launch.ts";
import { DATA, inRoot, ROOT } from "./paths.ts";
import { signal } from "./processes.ts";
import { COVERAGE_REPORT, checkRulesCoverage } from "./rules-coverage/check.ts";
import { runFolder } from "./running.ts";
import type { Asked } from "./signals.ts";
import { countPlaywright, countVitest, type PlaywrightReport, unsteady } from "./test-report.ts";

/** What a group is run with: its environment, which of its tests, and when to stop. */
export interface GroupRun {
  env: NodeJS.ProcessEnv;
  filters: string[];
  asked: Asked;
}

/** A group of tests and what of the suite it needs: nothing, the stores and Auth, or all of it. */
interface Group {
  needs: "nothing" | "stores" | "everything";
  run(run: GroupRun): Promise<Outcome>;
}

export type GroupName = "types" | "lint" | "unit" | "rules" | "api" | "suite" | "e2e" | "lighthouse" | "fuzz" | "load";

/** The groups in the order they run. */
export const GROUPS: Record<GroupName, Group> = {
  types: { needs: "nothing", run: () => runChecks(TYPE_CHECKS, console.log) },
  lint: { needs: "nothing", run: () => runChecks(LINT_CHECKS, console.log) },
  unit: { needs: "nothing", run: (run) => vitest("unit", run) },
  rules: { needs: "stores", run: rules },
  api: { needs: "everything", run: (run) => vitest("api", run) },
  suite: { needs: "nothing", run: (run) => vitest("suite", run) },
  e2e: { needs: "everything", run: playwright },
  lighthouse: {
    needs: "everything",
    run: async (run) => vitest("lighthouse", { ...run, env: { ...run.env, CHROMIUM: await provideChromium() } }),
  },
  // Last, since they leave thousands of reports behind.
  fuzz: { needs: "everything", run: (run) => vitest("fuzz", run) },
  load: { needs: "everything", run: (run) => vitest("load", run) },
};

async function vitest(project: GroupName, { env, filters, asked }: GroupRun): Promise<Outcome> {
  const report = reportFile(project);
  const reporters = ["--reporter", "default", "--reporter", "json", "--outputFile.json", report];
  const script = [
    inRoot("node_modules", "vitest", "vitest.mjs"),
    "run",
    "--project",
    project,
    ...reporters,
    ...filters,
  ];
  const code = await runNode(script, env, asked);
  return countVitest(readReport(report), code);
}

/** All of them together must have seen every expression of the rules both ways. */
async function rules(run: GroupRun): Promise<Outcome> {
  const parts = join(COVERAGE_REPORT, "parts");
  rmSync(COVERAGE_REPORT, { recursive: true, force: true });
  mkdirSync(parts, { recursive: true });
  const tests = await vitest("rules", { ...run, env: { ...run.env, LOGBOOK_RULES_COVERAGE: parts } });
  if (run.filters.length > 0 || tests.failed > 0 || run.asked.yet()) return tests;
  const suiteFolder = runFolder(Number(new URL(run.env.LOGBOOK_URL!).port));
  console.log("Coverage of the rules");
  const coverage = checkRulesCoverage(parts, join(suiteFolder, STORAGE_COVERAGE), console.log);
  rmSync(parts, { recursive: true });
  return { passed: tests.passed + coverage.passed, failed: tests.failed + coverage.failed };
}

async function playwright({ env, filters, asked }: GroupRun): Promise<Outcome> {
  const report = reportFile("e2e");
  const config = inRoot("tests", "e2e", "playwright.config.ts");
  const cli = inRoot("node_modules", "@playwright", "test", "cli.js");
  const script = [cli, "test", "-c", config, "--reporter", "list,json", ...filters];
  const chromium = await provideChromium();
  const code = await runNode(script, { ...env, CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report }, asked);
  const results = readReport<PlaywrightReport>(report);
  for (const test of unsteady(results)) console.log(`Passed only when tried again, look at it: ${test}`);
  return countPlaywright(results, code);
}

function reportFile(group: GroupName): string {
  mkdirSync(join(DATA, "reports"), { recursive: true });
  const file = join(DATA, "reports", `${group}.json`);
  rmSync(file, { force: true });
  return file;
}

function readReport<T>(file: string): T | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : null;
}

/** Runs a test runner with its output on the terminal; ends it when the person asks for the end. */
function runNode(script: string[], env: NodeJS.ProcessEnv, asked: Asked): Promise<number> {
  const child = spawn(process.execPath, script, { cwd: ROOT, env, stdio: ["ignore", "inherit", "inherit"] });
  void asked.promise.then(() => signal(child.pid!, "SIGTERM"));
  return new Promise((done) => {
    child.on("close", (code) => done(code ?? 1));
  });
}
