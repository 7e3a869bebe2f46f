/*
 * Gives each parallel worker a suite of its own: the n-th of `LOGBOOK_TEST_SUITES`. Without that variable all workers
 * use the suite in the environment. This file must be imported before all files that read the environment.
 */
const suites = JSON.parse(process.env.LOGBOOK_TEST_SUITES ?? "[]") as Record<string, string>[];
// Vitest counts its workers from 1, Playwright from 0.
const workerIndex = Number(process.env.TEST_PARALLEL_INDEX ?? Number(process.env.VITEST_POOL_ID ?? 1) - 1);
Object.assign(process.env, suites[workerIndex]);
