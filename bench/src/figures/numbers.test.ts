import { expect, it } from "vitest";
import { median, percentile, roundValue } from "./numbers.ts";

it("median() returns the middle value, or the mean of the two middle values, of values in any order", () => {
  expect(median([5, 1, 100])).toBe(5);
  expect(median([4, 1, 100, 2])).toBe(3);
  expect(median([7])).toBe(7);
  expect(median(Array.from({ length: 29 }, (_, index) => index))).toBe(14);
});

it("percentile() with 0.95 returns the value that 95 of 100 values do not exceed", () => {
  const descendingNumbers = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(descendingNumbers, 0.95)).toBe(95);
  expect(percentile(descendingNumbers, 0.99)).toBe(99);
  expect(percentile([3], 0.99)).toBe(3);
});

it("median() throws if there are no values", () => {
  expect(() => median([])).toThrow(RangeError);
});

it("roundValue() rounds to three significant digits, and from 100 on to a whole number", () => {
  expect(roundValue(1234.56)).toBe(1235);
  expect(roundValue(2.34567)).toBe(2.35);
  expect(roundValue(0)).toBe(0);
});
