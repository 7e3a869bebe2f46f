/**
 * Points this worker of a test runner to a suite of its own, so that workers side by side see nothing of each other: the
 * n-th takes the n-th of `LOGBOOK_TEST_SUITES`. Imported before anything that reads the environment. Where the variable is
 * not set, one worker uses the suite that the environment names.
 */
const suites = JSON.parse(process.env.LOGBOOK_TEST_SUITES ?? "[]") as Record<string, string>[];
// Vitest counts its workers from 1, Playwright from 0.
const worker = Number(process.env.TEST_PARALLEL_INDEX ?? Number(process.env.VITEST_POOL_ID ?? 1) - 1);
Object.assign(process.env, suites[worker]);
