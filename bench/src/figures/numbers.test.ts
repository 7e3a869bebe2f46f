import { describe, expect, it } from "vitest";
import { median, percentile, rounded } from "./numbers.ts";

describe("summaries of measured values", () => {
  it("the median is the middle value or the mean of the two middle values, in any order", () => {
    expect(median([5, 1, 100])).toBe(5);
    expect(median([4, 1, 100, 2])).toBe(3);
    expect(median([7])).toBe(7);
    expect(median(Array.from({ length: 29 }, (_, at) => at))).toBe(14);
  });

  it("p95 is the value that 95 of 100 values do not exceed", () => {
    const oneToHundred = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect(percentile(oneToHundred, 0.95)).toBe(95);
    expect(percentile(oneToHundred, 0.99)).toBe(99);
    expect(percentile([3], 0.99)).toBe(3);
  });

  it("the median of no values throws", () => {
    expect(() => median([])).toThrow(RangeError);
  });

  it("values are rounded to three significant digits", () => {
    expect(rounded(1234.56)).toBe(1235);
    expect(rounded(2.34567)).toBe(2.35);
    expect(rounded(0)).toBe(0);
  });
});
