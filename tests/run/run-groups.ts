import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommandError } from "../../suite/command-line/command.ts";
import { DATA } from "../../suite/command-line/paths.ts";
import { listenForStop } from "../../suite/command-line/stop-signal.ts";
import { type EmptySuite, startEmptySuites } from "../../suite/launcher/empty-suite.ts";
import type { Outcome } from "./checks.ts";
import type { Group } from "./group.ts";
import { failureList, summary, type TimedOutcome, timesTable } from "./test-report.ts";

/** The last run's reports: the runners' JSON, the coverage of the rules, screenshots of failed browser tests. */
const REPORTS = join(DATA, "reports");

/**
 * Runs groups one after another (or beside the group that `beside` names), prints the result of each, then a table and
 * the totals, and returns the exit code. `filters` are arguments for the test runner; with any, one suite is enough.
 */
export async function runGroups(
  groups: Record<string, Group>,
  filters: string[],
  stopSignal: AbortSignal,
): Promise<number> {
  const isWhole = Object.values(groups).some(({ needs }) => needs === "everything");
  const suitesOf = ({ suites = 1 }: Group): number => (filters.length === 0 ? suites : 1);
  const count = Math.max(...Object.values(groups).map(suitesOf));
  const reports = mkdtempSync(join(tmpdir(), "logbook-reports-"));
  // Whole suites with the built page and functions, or Auth, Firestore and Storage only.
  const page = isWhole ? "built" : "placeholder";
  const purpose = { name: "the tests", projectId: "demo-logbook-test", page, storesOnly: !isWhole } as const;
  let starting: Promise<EmptySuite[]> | undefined;
  const suitesFor = async (group: Group): Promise<EmptySuite[]> => {
    if (group.needs === "nothing") return [];
    starting ??= startEmptySuites(stopSignal, purpose, count);
    const suites = await starting;
    return isBeside(group, groups) ? suites.slice(-1) : suites.slice(0, suitesOf(group));
  };
  const runGroup = async (name: string, group: Group): Promise<TimedOutcome> => {
    console.log(`\n── ${name} ──`);
    const startedAt = Date.now();
    const outcome = await countAsFailure(async () => {
      const suites = (await suitesFor(group)).map(({ env }) => env);
      return await group.run({ suites, filters, reports, stopSignal });
    });
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    console.log(`${name}: ${outcome.passed} passed, ${outcome.failed} failed, ${seconds} s`);
    return { name, ...outcome, seconds };
  };
  const outcomes: TimedOutcome[] = [];
  try {
    for (const [name, group] of Object.entries(groups)) {
      if (stopSignal.aborted) break;
      if (isBeside(group, groups)) continue;
      const others = Object.entries(groups).filter(([, { beside }]) => beside === name);
      outcomes.push(...(await Promise.all([[name, group] as const, ...others].map((entry) => runGroup(...entry)))));
    }
  } finally {
    for (const suite of (await starting?.catch(() => undefined)) ?? []) await suite.stop();
    saveReports(reports);
  }
  if (stopSignal.aborted) {
    console.error("Stopped before all tests had run.");
    return 130;
  }
  const { line, isPassed } = summary(outcomes);
  console.log(`\n${failureList(outcomes)}\n${timesTable(outcomes)}\n\n${line}`);
  return isPassed ? 0 : 1;
}

const isBeside = ({ beside }: Group, groups: Record<string, Group>): boolean =>
  beside !== undefined && Object.hasOwn(groups, beside);

/** Counts a group that cannot run as one failure and prints why; the other groups still run. */
async function countAsFailure(run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.error(error.message);
    return { passed: 0, failed: 1 };
  }
}

/** Replaces the last run's reports by this run's. */
function saveReports(reports: string): void {
  mkdirSync(REPORTS, { recursive: true });
  for (const name of readdirSync(reports)) {
    rmSync(join(REPORTS, name), { recursive: true, force: true });
    cpSync(join(reports, name), join(REPORTS, name), { recursive: true });
  }
  rmSync(reports, { recursive: true });
}

/** A command that runs the named group, or all of them without a name. Further arguments are for the test runner. */
export function groupsCommand(groups: Record<string, Group>, help: string) {
  const names = Object.keys(groups).join(", ");
  return async ([name, ...filters]: string[]): Promise<number> => {
    if (name === "--help") {
      console.log(`${help}
The groups are ${names}; without one all are run. What each proves: docs/testing.md.
LOGBOOK_ENGINE=official or hidane in the environment chooses the engine of every suite, as --engine does for npm start.`);
      return 0;
    }
    if (name !== undefined && !Object.hasOwn(groups, name))
      throw new CommandError(
        `There is no group of tests '${name}' here. The groups are ${names}; without one all are run.`,
      );
    return await runGroups(name === undefined ? groups : { [name]: groups[name]! }, filters, listenForStop());
  };
}
