import { basename } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { TestResult } from "./checks.ts";

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
 * Counts a Vitest run. Skipped tests, a file that could not be loaded and a run without tests count as failed. With
 * `hasTitleFilter` (the option `-t`) skipped tests do not count, because Vitest skips the tests that `-t` leaves out.
 */
export function countVitest(
  report: VitestReport | null,
  exitCode: number,
  { hasTitleFilter = false } = {},
): TestResult {
  if (report === null) return { passed: 0, failed: 1 };
  const skipped = hasTitleFilter ? 0 : report.numPendingTests + report.numTodoTests;
  const failed = report.numFailedTests + skipped;
  return withFailures(
    failIfEmptyOrCrashed({ passed: report.numPassedTests, failed }, exitCode),
    failuresOfVitest(report),
  );
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

const ERROR_LINES = 20;

/** A failed test's name and, indented, the beginning of its error. */
function describeFailure(name: string, message = ""): string {
  const lines = stripVTControlCharacters(message).split("\n").slice(0, ERROR_LINES);
  return [name, ...lines.filter((line) => line.trim() !== "").map((line) => `    ${line}`)].join("\n");
}

const withFailures = (result: TestResult, failures: string[]): TestResult =>
  failures.length === 0 ? result : { ...result, failures };

/** Counts a Playwright run as `countVitest` does. A test that passed only at its second try counts as failed. */
export function countPlaywright(report: PlaywrightReport | null, exitCode: number): TestResult {
  if (report === null) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky + skipped + report.errors.length;
  return withFailures(
    failIfEmptyOrCrashed({ passed: expected, failed }, exitCode),
    failuresOfPlaywright(report.suites),
  );
}

/** Counts one failure if no test has run or the runner has crashed. Changes nothing if a failure is counted already. */
function failIfEmptyOrCrashed(result: TestResult, exitCode: number): TestResult {
  if (result.failed > 0) return result;
  return result.passed === 0 || exitCode !== 0 ? { ...result, failed: 1 } : result;
}

/** A group's result and duration. */
export interface TimedResult extends TestResult {
  name: string;
  seconds: number;
}

/** The table before the line with the totals: a row for each group. */
export function timesTable(results: TimedResult[]): string {
  const formatRow = (cells: [string, ...(string | number)[]]): string =>
    cells.map((cell, column) => (column === 0 ? String(cell).padEnd(12) : String(cell).padStart(8))).join("");
  return [
    formatRow(["group", "passed", "failed", "seconds"]),
    ...results.map(({ name, passed, failed, seconds }) => formatRow([name, passed, failed, seconds])),
  ].join("\n");
}

/** The list of all failed tests, for the end of a long output. */
export function failureList(results: readonly TimedResult[]): string {
  return results
    .flatMap(({ name, failures = [] }) => failures.map((failure) => `failed: ${name}: ${failure}\n`))
    .join("");
}

/** The last line of `npm test`. */
export function summary(results: TestResult[]): { line: string; isPassed: boolean } {
  const passed = results.reduce((total, result) => total + result.passed, 0);
  const failed = results.reduce((total, result) => total + result.failed, 0);
  return { line: `${passed} passed, ${failed} failed`, isPassed: failed === 0 && passed > 0 };
}
