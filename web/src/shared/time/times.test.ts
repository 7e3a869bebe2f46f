import { describe, expect, it } from "vitest";
import { exactTime, relativeTime } from "./times.ts";

const NOW = Date.parse("2025-06-15T12:00:00.000Z");
const timeBefore = (ms: number): string => new Date(NOW - ms).toISOString();
const HOUR_MS = 3_600_000;

describe("times of a report", () => {
  it.each([
    [0, "just now"],
    [59_000, "just now"],
    [60_000, "1 minute ago"],
    [HOUR_MS, "1 hour ago"],
    [23.9 * HOUR_MS, "23 hours ago"],
    [24 * HOUR_MS, "yesterday"],
    [8 * 24 * HOUR_MS, "last week"],
    [70 * 24 * HOUR_MS, "2 months ago"],
    [800 * 24 * HOUR_MS, "2 years ago"],
    [-2 * HOUR_MS, "in 2 hours"],
  ])("a time %i ms ago reads '%s'", (ms, text) => {
    expect(relativeTime(timeBefore(ms), NOW)).toBe(text);
  });

  it("an invalid time reads as an unknown time", () => {
    expect(relativeTime("", NOW)).toBe("at an unknown time");
    expect(exactTime("")).toBe("an unknown time");
  });
});
