import { call } from "../support/actors.ts";
import { resetRateLimits } from "../support/reset-rate-limits.ts";
import { uniqueId } from "../support/suite.ts";

/**
 * Runs before all browser tests: tests of other groups may have reached the rate limits of this machine's address, and
 * the first call of each suite waits until the functions emulator has started a process that has loaded the functions.
 */
export default async function prepareSuites(): Promise<void> {
  await resetRateLimits();
  const suites = JSON.parse(process.env.LOGBOOK_TEST_SUITES ?? "[]") as { LOGBOOK_URL: string }[];
  const register = async (origin: string): Promise<void> => {
    const body = { username: uniqueId("first"), password: "correct horse" };
    const { status } = await call("POST", "/api/auth/register", { origin, body });
    if (status !== 201) throw new Error(`The API at ${origin} answered ${status} to a registration.`);
  };
  await Promise.all(suites.map(({ LOGBOOK_URL }) => register(LOGBOOK_URL)));
}
