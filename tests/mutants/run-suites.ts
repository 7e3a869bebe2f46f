import { expect } from "vitest";
import type { Suite } from "./collect.ts";
import type { Finding } from "./workers.ts";

const TEST_TIMEOUT_MS = 60_000;

/** Runs the tests of these suites until the first that fails. */
export async function runSuites(suites: readonly Suite[]): Promise<Finding> {
  for (const suite of suites) {
    const chain = withAncestors(suite);
    // The fixtures save the coverage under this name.
    expect.setState({ testPath: suite.name });
    try {
      for (const { before } of chain) for (const run of before) await run();
      for (const { name, run } of suite.tests) {
        const error = await errorOf(run);
        if (error === TIMED_OUT) return { failed: null, broken: `${suite.name} > ${name} took too long` };
        if (error !== null) return { failed: `${suite.name} > ${name}`, broken: null };
      }
    } finally {
      for (const { after } of chain.toReversed()) for (const run of after.toReversed()) await run();
    }
  }
  return { failed: null, broken: null };
}

function withAncestors(suite: Suite): Suite[] {
  return suite.parent === null ? [suite] : [...withAncestors(suite.parent), suite];
}

const TIMED_OUT = Symbol("timed out");

async function errorOf(run: () => unknown): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<typeof TIMED_OUT>((done) => {
    timer = setTimeout(() => done(TIMED_OUT), TEST_TIMEOUT_MS);
  });
  const outcome = Promise.resolve()
    .then(run)
    .then(
      () => null,
      (error: unknown) => error ?? "failed",
    );
  const first = await Promise.race([outcome, timeout]);
  clearTimeout(timer);
  return first;
}
