import { describe, expect, it } from "vitest";
import { judgedValue, meetsGoal, type Row } from "./row.ts";
import { formatTable, goalSummary } from "./table.ts";

const row = (parts: Partial<Row>): Row => ({
  figure: "list",
  reports: 1000,
  value: 2.4,
  unit: "ms",
  limit: 2,
  goal: 1.25,
  better: "lower",
  ...parts,
});

describe("a figure", () => {
  it("with a limit is compared with its goal as a ratio to the limit", () => {
    expect(judgedValue(row({}))).toBeCloseTo(1.2);
    expect(meetsGoal(row({}))).toBe(true);
    expect(meetsGoal(row({ value: 2.6 }))).toBe(false);
  });

  it("without a limit is compared with its goal as a value", () => {
    expect(meetsGoal(row({ limit: null, value: 3, goal: 3 }))).toBe(true);
    expect(meetsGoal(row({ limit: null, value: 3.1, goal: 3 }))).toBe(false);
  });

  it("where higher is better meets its goal if it is at least as high as the goal", () => {
    const throughput = row({ value: 700, limit: 860, unit: "/s", goal: 0.8, better: "higher" });
    expect(meetsGoal(throughput)).toBe(true);
    expect(meetsGoal({ ...throughput, value: 600 })).toBe(false);
  });

  it("without a goal does not count as met or missed", () => {
    expect(meetsGoal(row({ goal: null }))).toBeNull();
    expect(goalSummary([row({ goal: null }), row({}), row({ value: 9 })])).toBe("1 of 2 goals met.");
  });
});

describe("the table", () => {
  it("has one line per figure, with ratio, goal and whether it was met", () => {
    const lines = formatTable([
      row({}),
      row({ figure: "growth", reports: null, value: 9, unit: "%", limit: null, goal: 5 }),
    ])
      .split("\n")
      .map((line) => line.split(/ {2,}/));
    expect(lines).toEqual([
      ["figure", "reports", "value", "limit", "ratio", "goal"],
      ["list", "1,000", "2.4 ms", "2 ms", "1.20", "≤ 1.25", "met"],
      ["growth", "9 %", "≤ 5", "MISSED"],
    ]);
  });
});
