import { resetRateLimits } from "../support/reset-rate-limits.ts";

/** Runs before all browser tests: all of the suite's callers have one address, and other groups may have used it up. */
export default resetRateLimits;
