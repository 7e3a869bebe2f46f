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
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; file: string; line: number; tests: { status: string }[] }[];
}

/** Counts a Vitest run: skipped tests count as failed, as does a file that could not be loaded or a run of no tests. */
export function countVitest(report: VitestReport | null, exitCode: number): Outcome {
  if (report === null) return { passed: 0, failed: 1 };
  const failed = report.numFailedTests + report.numPendingTests + report.numTodoTests;
  return atLeastOne({ passed: report.numPassedTests, failed }, exitCode);
}

/** Counts a Playwright run, by the same rule. Where tests are tried again, passing then is passing; `unsteady` names them. */
export function countPlaywright(report: PlaywrightReport | null, exitCode: number): Outcome {
  if (report === null) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return atLeastOne({ passed: expected + flaky, failed: unexpected + skipped + report.errors.length }, exitCode);
}

/** The tests that failed and passed when they were tried again, like `live.spec.ts:40 what is changed …`. */
export function unsteady(report: PlaywrightReport | null): string[] {
  const inSuite = ({ suites = [], specs }: PlaywrightSuite): string[] => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === "flaky"))
      .map(({ title, file, line }) => `${file}:${line} ${title}`),
    ...suites.flatMap(inSuite),
  ];
  return (report?.suites ?? []).flatMap(inSuite);
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
