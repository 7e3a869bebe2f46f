import { median } from "./numbers.ts";

/**
 * One measured figure. `value` and `limit` are in `unit`. With a limit, `goal` is compared with value ÷ limit,
 * otherwise with the value. `reports` is the number of reports in the logbook, or `null` if it does not matter.
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

/** Whether the row meets its goal; `null` if it has none. */
export function meetsGoal(row: Row): boolean | null {
  if (row.goal === null) return null;
  return row.better === "lower" ? judgedValue(row) <= row.goal : judgedValue(row) >= row.goal;
}

/** Completes a row. By default it is a time without limit and goal, where lower is better. */
export function row(parts: Pick<Row, "figure" | "reports" | "value"> & Partial<Row>): Row {
  return { unit: "ms", limit: null, goal: null, better: "lower", ...parts };
}

/** A row that compares the median of measured latencies with the median of the limit's latencies, in milliseconds. */
export function latencyRow(
  label: Pick<Row, "figure" | "reports"> & Partial<Row>,
  measured: readonly number[],
  limit: readonly number[],
): Row {
  return row({ ...label, value: median(measured), limit: median(limit) });
}
