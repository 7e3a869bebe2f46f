import { resetRateLimits } from "../support/reset-rate-limits.ts";

/** Runs before all browser tests: all callers have the same address, and earlier groups may have reached its limits. */
export default resetRateLimits;
