import { describe, expect, it } from "vitest";
import { formatDuration, limitMultiplier, tooManyFailure, windowOf } from "./rate-limits.ts";

describe("the rate limits", () => {
  it("are multiplied by LIMITS_WIDTH; without a valid LIMITS_WIDTH, by 10 in the local suite only", () => {
    expect(limitMultiplier({})).toBe(1);
    expect(limitMultiplier({ FUNCTIONS_EMULATOR: "true" })).toBe(10);
    expect(limitMultiplier({ FUNCTIONS_EMULATOR: "true", LIMITS_WIDTH: "1" })).toBe(1);
    expect(limitMultiplier({ LIMITS_WIDTH: "1000" })).toBe(1000);
    for (const invalid of ["", "0", "-1", "ten", "1.5", "Infinity", "1e9", "9999999"])
      expect(limitMultiplier({ LIMITS_WIDTH: invalid })).toBe(1);
  });

  it("count sign-ins with one name in separate time windows of 15 minutes", () => {
    const windowMs = 15 * 60_000;
    const windowStart = 10 * windowMs;
    expect(windowOf("loginName", windowStart)).toEqual({ max: 30, index: 10, endsAt: windowStart + windowMs });
    expect(windowOf("loginName", windowStart + windowMs - 1)).toEqual(windowOf("loginName", windowStart));
    expect(windowOf("loginName", windowStart + windowMs).index).toBe(11);
  });

  it("refuse with the time to wait, rounded up", () => {
    expect(tooManyFailure("loginAddress", 61_001, 0)).toEqual({
      success: false,
      code: "too-many",
      error: "There were too many attempts to sign in. Please wait 2 minutes and try again.",
      retryAfter: 62,
    });
    expect(tooManyFailure("writeMember", 1_000, 999).retryAfter).toBe(1);
    expect([1, 59, 60, 61, 900, 3_600, 3_601, 86_400].map(formatDuration)).toEqual([
      "1 second",
      "59 seconds",
      "1 minute",
      "2 minutes",
      "15 minutes",
      "60 minutes",
      "2 hours",
      "24 hours",
    ]);
  });
});
