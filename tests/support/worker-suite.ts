/*
 * Gives each parallel worker a suite of its own: the n-th of `LOGBOOK_TEST_SUITES`. Without that variable all use the
 * suite in the environment. Import this file before any that reads the environment.
 */
const suites = JSON.parse(process.env.LOGBOOK_TEST_SUITES ?? "[]") as Record<string, string>[];
// Vitest counts its workers from 1, Playwright from 0.
const worker = Number(process.env.TEST_PARALLEL_INDEX ?? Number(process.env.VITEST_POOL_ID ?? 1) - 1);
Object.assign(process.env, suites[worker]);
