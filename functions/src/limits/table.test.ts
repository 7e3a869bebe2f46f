import { describe, expect, it } from "vitest";
import { widthOf, windowOf } from "./table.ts";
import { duration, tooMany } from "./too-many.ts";

describe("the limits on abuse", () => {
  it("are ten times wider in the local suite, and as wide as asked for where that is set", () => {
    expect(widthOf({})).toBe(1);
    expect(widthOf({ FUNCTIONS_EMULATOR: "true" })).toBe(10);
    expect(widthOf({ FUNCTIONS_EMULATOR: "true", LIMITS_WIDTH: "1" })).toBe(1);
    expect(widthOf({ LIMITS_WIDTH: "1000" })).toBe(1000);
    for (const nonsense of ["", "0", "-1", "ten", "1.5", "Infinity", "1e9", "9999999"])
      expect(widthOf({ LIMITS_WIDTH: nonsense })).toBe(1);
  });

  it("begin anew with each window", () => {
    const quarter = 15 * 60_000;
    const at = 10 * quarter;
    expect(windowOf("loginName", at)).toEqual({ most: 30, number: 10, ends: at + quarter });
    expect(windowOf("loginName", at + quarter - 1)).toEqual(windowOf("loginName", at));
    expect(windowOf("loginName", at + quarter).number).toBe(11);
  });

  it("say how long to wait, never shorter than it is", () => {
    expect(tooMany("loginAddress", 61_001, 0)).toEqual({
      success: false,
      code: "too-many",
      error: "There were too many attempts to sign in. Please wait 2 minutes and try again.",
      retryAfter: 62,
    });
    expect(tooMany("writeMember", 1_000, 999).retryAfter).toBe(1);
    expect([1, 59, 60, 61, 900].map(duration)).toEqual([
      "1 second",
      "59 seconds",
      "1 minute",
      "2 minutes",
      "15 minutes",
    ]);
  });
});
