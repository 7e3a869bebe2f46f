import { median, percentile } from "./numbers.ts";

/**
 * One measured figure. `value` and `limit` are in `unit`. With a limit, `goal` is compared with value ÷ limit, otherwise
 * with the value. `reports` is the number of reports in the logbook, or `null` if it does not matter.
 */
export interface Row {
  figure: string;
  reports: number | null;
  value: number;
  unit: string;
  limit: number | null;
  goal: number | null;
  better: "lower" | "higher";
}

/** The number that is compared with the goal: the ratio to the limit, or the value if there is no limit. */
export function judgedValue({ value, limit }: Row): number {
  return limit === null ? value : value / limit;
}

/** Whether a figure meets its goal, `null` if it has none. */
export function meetsGoal(row: Row): boolean | null {
  if (row.goal === null) return null;
  return row.better === "lower" ? judgedValue(row) <= row.goal : judgedValue(row) >= row.goal;
}

interface RowLabel {
  figure: string;
  reports: number | null;
  goal?: number | null;
}

/** Three rows of latencies in milliseconds: the median, which has the goal, then p95 and p99 without one. */
export function latencyRows(label: RowLabel, real: readonly number[], limit: readonly number[]): Row[] {
  const row = (figure: string, summarize: (values: readonly number[]) => number, goal: number | null): Row => ({
    figure,
    reports: label.reports,
    value: summarize(real),
    unit: "ms",
    limit: summarize(limit),
    goal,
    better: "lower",
  });
  return [
    row(label.figure, median, label.goal ?? null),
    row(`${label.figure}, p95`, (values) => percentile(values, 0.95), null),
    row(`${label.figure}, p99`, (values) => percentile(values, 0.99), null),
  ];
}

/** A row without a limit, where lower is better. */
export function plainRow({ figure, reports, goal = null }: RowLabel, value: number, unit: string): Row {
  return { figure, reports, value, unit, limit: null, goal, better: "lower" };
}
