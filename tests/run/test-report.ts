import { basename } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Outcome } from "./checks.ts";

/** The used parts of Vitest's JSON report. */
interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numFailedTestSuites: number;
  testResults?: {
    name: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

/** The used parts of Playwright's JSON report. */
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    ok: boolean;
    tests: { projectName: string; results: { error?: { message?: string } }[] }[];
  }[];
}

/**
 * Counts a Vitest run. Skipped tests, a file that could not be loaded and a run without tests count as failed. If `-t`
 * has chosen tests (`isFiltered`), Vitest reports the others as skipped; these do not count.
 */
export function countVitest(report: VitestReport | null, exitCode: number, isFiltered = false): Outcome {
  if (report === null) return { passed: 0, failed: 1 };
  const skipped = isFiltered ? 0 : report.numPendingTests + report.numTodoTests;
  const failed = report.numFailedTests + skipped;
  return withFailures(failIfEmpty({ passed: report.numPassedTests, failed }, exitCode), failuresOfVitest(report));
}

function failuresOfVitest({ testResults = [] }: VitestReport): string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => describeFailure(`${basename(name)} › ${fullName}`, failureMessages?.[0])),
  );
}

function failuresOfPlaywright(suites: readonly PlaywrightSuite[] = []): string[] {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter(({ ok }) => !ok)
      .map(({ title, tests }) => {
        const error = tests.flatMap(({ results }) => results).find((result) => result.error !== undefined)?.error;
        return describeFailure(`${suite.title} › ${title}`, error?.message);
      }),
    ...failuresOfPlaywright(suite.suites),
  ]);
}

const ERROR_LINES = 8;

/** A failed test's name and, indented, the beginning of its error. */
function describeFailure(name: string, message = ""): string {
  const lines = stripVTControlCharacters(message).split("\n").slice(0, ERROR_LINES);
  return [name, ...lines.filter((line) => line.trim() !== "").map((line) => `    ${line}`)].join("\n");
}

const withFailures = (outcome: Outcome, failures: string[]): Outcome =>
  failures.length === 0 ? outcome : { ...outcome, failures };

/** Counts a Playwright run by the same rules. A test that passed only at its second try counts as failed. */
export function countPlaywright(report: PlaywrightReport | null, exitCode: number): Outcome {
  if (report === null) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky + skipped + report.errors.length;
  return withFailures(failIfEmpty({ passed: expected, failed }, exitCode), failuresOfPlaywright(report.suites));
}

function failIfEmpty(outcome: Outcome, exitCode: number): Outcome {
  const hasNoTests = outcome.passed + outcome.failed === 0;
  return outcome.failed === 0 && (hasNoTests || exitCode !== 0) ? { ...outcome, failed: 1 } : outcome;
}

/** A group's result and duration. */
export interface TimedOutcome extends Outcome {
  name: string;
  seconds: number;
}

/** The table before the line with the totals: a row for each group. */
export function timesTable(outcomes: TimedOutcome[]): string {
  const row = (cells: [string, ...(string | number)[]]): string =>
    cells.map((cell, column) => (column === 0 ? String(cell).padEnd(12) : String(cell).padStart(8))).join("");
  return [
    row(["group", "passed", "failed", "seconds"]),
    ...outcomes.map(({ name, passed, failed, seconds }) => row([name, passed, failed, seconds])),
  ].join("\n");
}

/** The list of all failed tests at the end, since the output above is long. */
export function failureList(outcomes: readonly TimedOutcome[]): string {
  return outcomes.flatMap(({ name, failures = [] }) => failures.map((one) => `failed: ${name}: ${one}\n`)).join("");
}

/** The last line of `npm test`. */
export function summary(outcomes: Outcome[]): { line: string; isPassed: boolean } {
  const sum = (key: "passed" | "failed"): number => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  return {
    line: `${sum("passed")} passed, ${sum("failed")} failed`,
    isPassed: sum("failed") === 0 && sum("passed") > 0,
  };
}
