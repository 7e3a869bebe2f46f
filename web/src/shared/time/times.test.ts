import { describe, expect, it } from "vitest";
import { exactTime, relativeTime, timeSince } from "./times.ts";

// A local Sunday, because calendar days are those of the reader's time zone.
const NOW = new Date(2025, 5, 15, 12, 0);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const relativeTo = (now: Date, time: Date): string => relativeTime(time.toISOString(), now.getTime());

describe("times of a report", () => {
  it.each([
    [0, "just now"],
    [59_000, "just now"],
    [MINUTE_MS, "1 min ago"],
    [59.9 * MINUTE_MS, "59 min ago"],
    [HOUR_MS, "1 h ago"],
    [23.9 * HOUR_MS, "23 h ago"],
    // Nothing is from the future: the device's clock is slow.
    [-4 * MINUTE_MS, "just now"],
    [-2 * HOUR_MS, "in 2 h"],
  ])("a time %i ms ago reads '%s'", (ms, text) => {
    expect(relativeTo(NOW, new Date(NOW.getTime() - ms))).toBe(text);
  });

  it.each([
    [new Date(2025, 5, 14, 12, 0), "yesterday"],
    [new Date(2025, 5, 14, 0, 0), "yesterday"],
    // 36.1 and 47.9 hours ago.
    [new Date(2025, 5, 13, 23, 54), "2 days ago"],
    [new Date(2025, 5, 13, 12, 6), "2 days ago"],
    [new Date(2025, 5, 9, 0, 0), "6 days ago"],
    // The week of that Sunday began on June 9, the week before on June 2.
    [new Date(2025, 5, 8, 12, 0), "last week"],
    [new Date(2025, 5, 2, 0, 0), "last week"],
    [new Date(2025, 5, 1, 23, 0), "2 weeks ago"],
    [new Date(2025, 4, 17, 12, 0), "4 weeks ago"],
    [new Date(2025, 4, 16, 12, 0), "4 weeks ago"],
    [new Date(2025, 4, 15, 12, 0), "last month"],
    // A month and 16 days ago, but the month before last in the calendar.
    [new Date(2025, 3, 29, 12, 0), "1 month ago"],
    [new Date(2025, 3, 15, 12, 0), "2 months ago"],
    [new Date(2024, 5, 16, 12, 0), "11 months ago"],
    [new Date(2024, 5, 15, 12, 0), "last year"],
    [new Date(2023, 8, 1, 12, 0), "1 year ago"],
    [new Date(2023, 5, 15, 12, 0), "2 years ago"],
  ])("%s reads '%s' on June 15, 2025", (time, text) => {
    expect(relativeTo(NOW, time)).toBe(text);
  });

  it.each([
    [new Date(2025, 5, 16, 13, 0), "tomorrow"],
    [new Date(2025, 5, 18, 12, 0), "in 3 days"],
    [new Date(2025, 5, 22, 12, 0), "next week"],
    [new Date(2025, 6, 20, 12, 0), "next month"],
    [new Date(2026, 8, 1, 12, 0), "next year"],
  ])("%s, which is still to come, reads '%s'", (time, text) => {
    expect(relativeTo(NOW, time)).toBe(text);
  });

  it("eight days before a Monday are not last week", () => {
    expect(relativeTo(new Date(2025, 5, 16, 12, 0), new Date(2025, 5, 8, 12, 0))).toBe("1 week ago");
  });

  it.each([
    [0, "1 min"],
    [5 * MINUTE_MS, "5 min"],
    [23 * HOUR_MS, "23 h"],
    [24 * HOUR_MS, "1 day"],
    [6 * 24 * HOUR_MS, "6 days"],
    [14 * 24 * HOUR_MS, "2 weeks"],
    [-HOUR_MS, "1 min"],
  ])("%i ms are '%s'", (ms, text) => {
    expect(timeSince(new Date(NOW.getTime() - ms).toISOString(), NOW.getTime())).toBe(text);
  });

  it("an exact time names its time zone", () => {
    expect(exactTime(NOW.toISOString())).toMatch(/^June 15, 2025 at 12:00.PM \S+$/);
  });

  it("an invalid time reads as an unknown time", () => {
    expect(relativeTime("", NOW.getTime())).toBe("at an unknown time");
    expect(exactTime("")).toBe("an unknown time");
  });
});
