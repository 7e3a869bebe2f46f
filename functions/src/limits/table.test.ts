import { describe, expect, it } from "vitest";
import { limitMultiplier, windowOf } from "./table.ts";
import { formatDuration, tooMany } from "./too-many.ts";

describe("the rate limits", () => {
  it("are ten times higher in the local suite, and LIMITS_WIDTH times higher if that is set", () => {
    expect(limitMultiplier({})).toBe(1);
    expect(limitMultiplier({ FUNCTIONS_EMULATOR: "true" })).toBe(10);
    expect(limitMultiplier({ FUNCTIONS_EMULATOR: "true", LIMITS_WIDTH: "1" })).toBe(1);
    expect(limitMultiplier({ LIMITS_WIDTH: "1000" })).toBe(1000);
    for (const nonsense of ["", "0", "-1", "ten", "1.5", "Infinity", "1e9", "9999999"])
      expect(limitMultiplier({ LIMITS_WIDTH: nonsense })).toBe(1);
  });

  it("count each time window separately", () => {
    const windowMs = 15 * 60_000;
    const start = 10 * windowMs;
    expect(windowOf("loginName", start)).toEqual({ max: 30, number: 10, endsAt: start + windowMs });
    expect(windowOf("loginName", start + windowMs - 1)).toEqual(windowOf("loginName", start));
    expect(windowOf("loginName", start + windowMs).number).toBe(11);
  });

  it("say how long to wait, rounded up", () => {
    expect(tooMany("loginAddress", 61_001, 0)).toEqual({
      success: false,
      code: "too-many",
      error: "There were too many attempts to sign in. Please wait 2 minutes and try again.",
      retryAfter: 62,
    });
    expect(tooMany("writeMember", 1_000, 999).retryAfter).toBe(1);
    expect([1, 59, 60, 61, 900].map(formatDuration)).toEqual([
      "1 second",
      "59 seconds",
      "1 minute",
      "2 minutes",
      "15 minutes",
    ]);
  });
});
