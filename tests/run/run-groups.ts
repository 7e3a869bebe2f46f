import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommandError } from "../../suite/command-line/command.ts";
import { DATA } from "../../suite/command-line/paths.ts";
import { listenForStop } from "../../suite/command-line/stop-signal.ts";
import { startEmptySuites } from "../../suite/launcher/empty-suite.ts";
import type { Suite } from "../../suite/launcher/suite.ts";
import type { TestResult } from "./checks.ts";
import type { Group } from "./group.ts";
import { measureMachine } from "./machine-speed.ts";
import { failureList, summary, type TimedResult, timesTable } from "./test-report.ts";

/** The last run's reports: the runners' JSON, the coverage of the rules, screenshots of failed browser tests. */
const REPORTS = join(DATA, "reports");

/**
 * Runs groups one after another, except for groups with `beside`. Prints the result of each group, a table and the
 * totals, and returns the exit code. `runnerArgs` are arguments for the test runner. They choose few tests, so one
 * suite is enough.
 */
export async function runGroups(
  groups: Record<string, Group>,
  runnerArgs: string[],
  stopSignal: AbortSignal,
): Promise<number> {
  const needsWholeSuites = Object.values(groups).some(({ needs }) => needs === "everything");
  const { workers, patience } = await measureMachine();
  const suiteCountOf = ({ isParallel = false }: Group): number => (isParallel && runnerArgs.length === 0 ? workers : 1);
  const suiteCount = Math.max(...Object.values(groups).map(suiteCountOf));
  console.log(`${workers} workers; time limits × ${patience.toFixed(1)} (this machine's speed)`);
  const reportFolder = mkdtempSync(join(tmpdir(), "logbook-reports-"));
  // Whole suites with the built page and functions, or Auth, Firestore and Storage only.
  const page = needsWholeSuites ? "built" : "placeholder";
  const options = {
    purpose: "the tests",
    projectId: "demo-logbook-test",
    page,
    storesOnly: !needsWholeSuites,
  } as const;
  let startedSuites: Promise<Suite[]> | undefined;
  const suitesFor = async (group: Group): Promise<Suite[]> => {
    if (group.needs === "nothing") return [];
    startedSuites ??= startEmptySuites(stopSignal, options, suiteCount);
    const suites = await startedSuites;
    return runsBesideOther(group, groups) ? suites.slice(-1) : suites.slice(0, suiteCountOf(group));
  };
  const runGroup = async (name: string, group: Group): Promise<TimedResult> => {
    console.log(`\n── ${name} ──`);
    const startedAt = Date.now();
    const result = await runOrCountAsFailure(async () => {
      const suites = (await suitesFor(group)).map(({ env }) => env);
      return await group.run({ suites, patience, runnerArgs, reportFolder, stopSignal });
    });
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    console.log(`${name}: ${result.passed} passed, ${result.failed} failed, ${seconds} s`);
    return { name, ...result, seconds };
  };
  const results: TimedResult[] = [];
  try {
    for (const [name, group] of Object.entries(groups)) {
      if (stopSignal.aborted) break;
      if (runsBesideOther(group, groups)) continue;
      const groupsBeside = Object.entries(groups).filter(([, { beside }]) => beside === name);
      const runs = [runGroup(name, group), ...groupsBeside.map((entry) => runGroup(...entry))];
      results.push(...(await Promise.all(runs)));
    }
  } finally {
    for (const suite of (await startedSuites?.catch(() => undefined)) ?? []) await suite.stop();
    saveReports(reportFolder);
  }
  if (stopSignal.aborted) {
    console.error("Stopped before all tests had run.");
    // Shells give a command that Ctrl+C ended the exit code 130.
    return 130;
  }
  const { line, isPassed } = summary(results);
  console.log(`\n${failureList(results)}\n${timesTable(results)}\n\n${line}`);
  return isPassed ? 0 : 1;
}

const runsBesideOther = ({ beside }: Group, groups: Record<string, Group>): boolean =>
  beside !== undefined && Object.hasOwn(groups, beside);

/** If a group cannot run, prints why and counts one failure, so that the other groups still run. */
async function runOrCountAsFailure(run: () => Promise<TestResult>): Promise<TestResult> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.error(error.message);
    return { passed: 0, failed: 1 };
  }
}

/** Replaces the last run's reports by the reports in `folder`. */
function saveReports(folder: string): void {
  mkdirSync(REPORTS, { recursive: true });
  for (const name of readdirSync(folder)) {
    rmSync(join(REPORTS, name), { recursive: true, force: true });
    cpSync(join(folder, name), join(REPORTS, name), { recursive: true });
  }
  rmSync(folder, { recursive: true });
}

/** Creates a command that runs the named group, or all groups. Further arguments are for the test runner. */
export function createGroupCommand(groups: Record<string, Group>, help: string) {
  const names = Object.keys(groups).join(", ");
  return async ([name, ...runnerArgs]: string[]): Promise<number> => {
    if (name === "--help") {
      console.log(`${help}
The groups are ${names}; without a name all groups are run. What each group proves: docs/testing.md.
LOGBOOK_ENGINE=official or hidane in the environment chooses the engine of every suite, as --engine does for npm start.`);
      return 0;
    }
    if (name !== undefined && !Object.hasOwn(groups, name))
      throw new CommandError(
        `There is no group of tests '${name}' here. The groups are ${names}; without a name all groups are run.`,
      );
    const chosenGroups = name === undefined ? groups : { [name]: groups[name]! };
    return await runGroups(chosenGroups, runnerArgs, listenForStop());
  };
}
