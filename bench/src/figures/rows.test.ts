import { describe, expect, it } from "vitest";
import { formatTable, goalSummary, meetsGoal, type Row, ratioToLimit } from "./rows.ts";

const rowWith = (fields: Partial<Row>): Row => ({
  figure: "list",
  reports: 1000,
  value: 2.4,
  unit: "ms",
  limit: 2,
  goal: 1.25,
  better: "lower",
  ...fields,
});

describe("a figure", () => {
  it("that has a limit is compared with its goal as a ratio to the limit", () => {
    expect(ratioToLimit(rowWith({}))).toBeCloseTo(1.2);
    expect(meetsGoal(rowWith({}))).toBe(true);
    expect(meetsGoal(rowWith({ value: 2.6 }))).toBe(false);
  });

  it("that has no limit is compared with its goal as a value", () => {
    expect(meetsGoal(rowWith({ limit: null, value: 3, goal: 3 }))).toBe(true);
    expect(meetsGoal(rowWith({ limit: null, value: 3.1, goal: 3 }))).toBe(false);
  });

  it("for which higher is better meets its goal if the ratio is at least the goal", () => {
    const throughput = rowWith({ value: 700, limit: 860, unit: "/s", goal: 0.8, better: "higher" });
    expect(meetsGoal(throughput)).toBe(true);
    expect(meetsGoal({ ...throughput, value: 600 })).toBe(false);
  });

  it("that has no goal counts neither as met nor as missed", () => {
    expect(meetsGoal(rowWith({ goal: null }))).toBeNull();
    expect(goalSummary([rowWith({ goal: null }), rowWith({}), rowWith({ value: 9 })])).toBe("1 of 2 goals met.");
  });
});

describe("the table", () => {
  it("has one line per figure, with the ratio, the goal and whether the goal is met", () => {
    const lines = formatTable([rowWith({}), rowWith({ figure: "growth", value: 9, unit: "%", limit: null, goal: 5 })])
      .split("\n")
      .map((line) => line.split(/ {2,}/));
    expect(lines).toEqual([
      ["figure", "reports", "value", "limit", "ratio", "goal"],
      ["list", "1,000", "2.4 ms", "2 ms", "1.20", "≤ 1.25", "met"],
      ["growth", "1,000", "9 %", "≤ 5", "MISSED"],
    ]);
  });
});
