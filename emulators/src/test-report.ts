import type { Outcome } from "./checks.ts";

/** Vitest's JSON report, what of it counts. */
interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numFailedTestSuites: number;
}

/** Playwright's JSON report, what of it counts. */
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}

/** Counts a Vitest run: skipped tests count as failed, as does a file that could not be loaded or a run of no tests. */
export function countVitest(report: VitestReport | null, exitCode: number): Outcome {
  if (report === null) return { passed: 0, failed: 1 };
  const failed = report.numFailedTests + report.numPendingTests + report.numTodoTests;
  return atLeastOne({ passed: report.numPassedTests, failed }, exitCode);
}

/** Counts a Playwright run, by the same rule. A test is tried once, so one that passed when tried again has failed. */
export function countPlaywright(report: PlaywrightReport | null, exitCode: number): Outcome {
  if (report === null) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return atLeastOne({ passed: expected, failed: unexpected + flaky + skipped + report.errors.length }, exitCode);
}

function atLeastOne(outcome: Outcome, exitCode: number): Outcome {
  const empty = outcome.passed + outcome.failed === 0;
  return outcome.failed === 0 && (empty || exitCode !== 0) ? { ...outcome, failed: 1 } : outcome;
}

/** A group's result and duration. */
export interface TimedOutcome extends Outcome {
  name: string;
  seconds: number;
}

/** The table before the closing line: a row for each group. */
export function timesTable(outcomes: TimedOutcome[]): string {
  const row = (cells: [string, ...(string | number)[]]): string =>
    cells.map((cell, at) => (at === 0 ? String(cell).padEnd(12) : String(cell).padStart(8))).join("");
  return [
    row(["group", "passed", "failed", "seconds"]),
    ...outcomes.map(({ name, passed, failed, seconds }) => row([name, passed, failed, seconds])),
  ].join("\n");
}

/** The last line of `npm test`. */
export function summary(outcomes: Outcome[]): { line: string; ok: boolean } {
  const sum = (key: keyof Outcome): number => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  return { line: `${sum("passed")} passed, ${sum("failed")} failed`, ok: sum("failed") === 0 && sum("passed") > 0 };
}
