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
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}

/** Counts a Vitest run: skipped tests count as failed, as does a file that could not be loaded or a run of no tests. */
export function countVitest(report: VitestReport | null, exitCode: number): Outcome {
  if (report === null) return { passed: 0, failed: 1 };
  const failed = report.numFailedTests + report.numPendingTests + report.numTodoTests;
  return atLeastOne({ passed: report.numPassedTests, failed }, exitCode);
}

/** Counts a Playwright run, by the same rule; a test that passed only when tried again has failed. */
export function countPlaywright(report: PlaywrightReport | null, exitCode: number): Outcome {
  if (report === null) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return atLeastOne({ passed: expected, failed: unexpected + flaky + skipped + report.errors.length }, exitCode);
}

function atLeastOne(outcome: Outcome, exitCode: number): Outcome {
  const empty = outcome.passed + outcome.failed === 0;
  return outcome.failed === 0 && (empty || exitCode !== 0) ? { ...outcome, failed: 1 } : outcome;
}

/** The last line of `npm test`. */
export function summary(outcomes: Outcome[]): { line: string; ok: boolean } {
  const sum = (key: keyof Outcome): number => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  return { line: `${sum("passed")} passed, ${sum("failed")} failed`, ok: sum("failed") === 0 && sum("passed") > 0 };
}
