import { call } from "../support/actors.ts";
import { resetRateLimits } from "../support/reset-rate-limits.ts";
import { uniqueId } from "../support/suite.ts";

/** As many calls as an opened page makes at the same time, and some of a second page. */
const PARALLEL_CALLS = 6;

/**
 * Runs before all browser tests: tests of other groups may have reached the rate limits of this machine's address, and
 * the functions emulator starts a process for each parallel call, which first loads the functions. Without these calls
 * the pages of the first tests would wait for that.
 */
export default async function prepareSuites(): Promise<void> {
  await resetRateLimits();
  const suites = JSON.parse(process.env.LOGBOOK_TEST_SUITES ?? "[]") as { LOGBOOK_URL: string }[];
  const register = async (origin: string): Promise<void> => {
    const body = { username: uniqueId("first"), password: "correct horse" };
    const { status } = await call("POST", "/api/auth/register", { origin, body });
    if (status !== 201) throw new Error(`The API at ${origin} answered ${status} to a registration.`);
  };
  const registrations = Array.from({ length: PARALLEL_CALLS }, () =>
    suites.map(({ LOGBOOK_URL }) => register(LOGBOOK_URL)),
  );
  await Promise.all(registrations.flat());
}
