import { expect } from "vitest";
import type { TestSuite } from "./collect.ts";
import type { Finding } from "./workers.ts";

const TEST_TIMEOUT_MS = 60_000;

/** Runs the tests of these test suites until a test fails. */
export async function runSuites(suites: readonly TestSuite[]): Promise<Finding> {
  for (const suite of suites) {
    const suitesFromRoot = withAncestors(suite);
    // tests/rules/shared/coverage.ts saves the coverage under this name.
    expect.setState({ testPath: suite.name });
    try {
      for (const { beforeAll } of suitesFromRoot) for (const run of beforeAll) await run();
      for (const { name, run } of suite.tests) {
        const error = await runWithTimeout(run);
        if (error === TIMED_OUT) return { failedTest: null, problem: `${suite.name} > ${name} took too long` };
        if (error !== null) return { failedTest: `${suite.name} > ${name}`, problem: null };
      }
    } finally {
      for (const { afterAll } of suitesFromRoot.toReversed()) for (const run of afterAll.toReversed()) await run();
    }
  }
  return { failedTest: null, problem: null };
}

function withAncestors(suite: TestSuite): TestSuite[] {
  return suite.parent === null ? [suite] : [...withAncestors(suite.parent), suite];
}

const TIMED_OUT = Symbol("timed out");

/** Returns the error that a test throws, `TIMED_OUT`, or `null` if the test passes. */
async function runWithTimeout(run: () => unknown): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<typeof TIMED_OUT>((done) => {
    timer = setTimeout(() => done(TIMED_OUT), TEST_TIMEOUT_MS);
  });
  const error = Promise.resolve()
    .then(run)
    .then(
      () => null,
      (thrown: unknown) => thrown ?? "failed",
    );
  const firstResult = await Promise.race([error, timeout]);
  clearTimeout(timer);
  return firstResult;
}
