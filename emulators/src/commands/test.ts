import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildIfChanged } from "../build.ts";
import { LINT_CHECKS, type Outcome, runChecks, TYPE_CHECKS } from "../checks.ts";
import { provideChromium } from "../chromium.ts";
import { provideEngine } from "../engine.ts";
import { DATA, inRoot, ROOT } from "../paths.ts";
import { freePorts } from "../ports.ts";
import { onFirstSignal } from "../signals.ts";
import { command, Stop } from "../stop.ts";
import { type Suite, startSuite } from "../suite.ts";
import { countPlaywright, countVitest, summary } from "../test-report.ts";

const say = (line: string): void => console.log(line);

/** The groups in the order they run; `suite` marks those that need the emulators. */
const GROUPS: Record<string, { suite: boolean; run(env: NodeJS.ProcessEnv, filters: string[]): Promise<Outcome> }> = {
  types: { suite: false, run: () => runChecks(TYPE_CHECKS, say) },
  lint: { suite: false, run: () => runChecks(LINT_CHECKS, say) },
  unit: { suite: false, run: (env, filters) => vitest("unit", env, filters) },
  rules: { suite: true, run: (env, filters) => vitest("rules", env, filters) },
  api: { suite: true, run: (env, filters) => vitest("api", env, filters) },
  e2e: { suite: true, run: (env, filters) => playwright(env, filters) },
};

await command(async ([name, ...filters]) => {
  if (name !== undefined && !(name in GROUPS))
    throw new Stop(`There is no group of tests '${name}'. The groups are: ${Object.keys(GROUPS).join(", ")}.`);
  const wanted = Object.entries(GROUPS).filter(([group]) => name === undefined || group === name);
  const asked = onFirstSignal();
  let suite: Suite | undefined;
  const outcomes: Outcome[] = [];
  try {
    for (const [group, { suite: needsSuite, run }] of wanted) {
      if (asked.yet()) break;
      if (needsSuite && suite === undefined) suite = await startTestSuite(asked);
      say(`\n── ${group} ──`);
      const began = Date.now();
      const outcome = await run({ ...process.env, ...suite?.env }, filters);
      outcomes.push(outcome);
      say(`${group}: ${outcome.passed} passed, ${outcome.failed} failed, ${Math.round((Date.now() - began) / 1000)} s`);
    }
  } finally {
    await suite?.stop();
  }
  if (asked.yet()) throw new Stop("Stopped before all tests had run.");
  const { line, ok } = summary(outcomes);
  say(`\n${line}`);
  return ok ? 0 : 1;
});

async function startTestSuite(asked: ReturnType<typeof onFirstSignal>): Promise<Suite> {
  const engine = await provideEngine(undefined, say);
  await buildIfChanged(say);
  say("\nStarting the emulators for the tests");
  return startSuite({ projectId: "demo-logbook-test", ports: await freePorts(), engine, say, asked });
}

async function vitest(project: string, env: NodeJS.ProcessEnv, filters: string[]): Promise<Outcome> {
  const report = reportFile(project);
  const code = await runNode(
    [
      inRoot("node_modules", "vitest", "vitest.mjs"),
      "run",
      ...["--project", project, "--reporter", "default", "--reporter", "json", "--outputFile.json", report],
      ...filters,
    ],
    env,
  );
  return countVitest(readReport(report), code);
}

async function playwright(env: NodeJS.ProcessEnv, filters: string[]): Promise<Outcome> {
  const report = reportFile("e2e");
  const code = await runNode(
    [
      inRoot("node_modules", "@playwright", "test", "cli.js"),
      "test",
      ...["-c", inRoot("tests", "e2e", "playwright.config.ts"), "--reporter", "list,json"],
      ...filters,
    ],
    { ...env, CHROMIUM: provideChromium(say), PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  );
  return countPlaywright(readReport(report), code);
}

function reportFile(group: string): string {
  mkdirSync(join(DATA, "reports"), { recursive: true });
  const file = join(DATA, "reports", `${group}.json`);
  rmSync(file, { force: true });
  return file;
}

function readReport<T>(file: string): T | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : null;
}

function runNode(script: string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((done) => {
    const child = spawn(process.execPath, script, { cwd: ROOT, env, stdio: ["ignore", "inherit", "inherit"] });
    child.on("close", (code) => done(code ?? 1));
  });
}
