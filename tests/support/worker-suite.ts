/*
 * Gives each parallel worker a suite of its own: the n-th of `LOGBOOK_TEST_SUITES`, or the one that the environment
 * names. Import this before anything that reads the environment.
 */
const suites = JSON.parse(process.env.LOGBOOK_TEST_SUITES ?? "[]") as Record<string, string>[];
// Vitest counts its workers from 1, Playwright from 0.
const worker = Number(process.env.TEST_PARALLEL_INDEX ?? Number(process.env.VITEST_POOL_ID ?? 1) - 1);
Object.assign(process.env, suites[worker]);
