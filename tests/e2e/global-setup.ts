import { resetRateLimits } from "../support/reset-rate-limits.ts";

/** Runs before all browser tests: tests of other groups may have reached the rate limits of this machine's address. */
export default resetRateLimits;
