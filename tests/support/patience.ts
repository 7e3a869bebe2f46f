/**
 * A time limit of a test in milliseconds, for the machine on which it runs: `ms` is enough on the machine for which the
 * tests were written, and a slower machine gets more (tests/run/machine-speed.ts). Only for limits that end a wait for
 * something that must happen.
 */
export const patient = (ms: number): number => Math.round(ms * Number(process.env.LOGBOOK_TEST_PATIENCE ?? 1));
