import { median } from "./numbers.ts";

/** A row of the table of figures: one measured figure. */
export interface Row {
  figure: string;
  /** The number of reports in the logbook, or `null` if the figure does not depend on it. */
  reports: number | null;
  value: number;
  /** The unit of `value` and `limit`. */
  unit: string;
  /** The same measurement of something that does only the necessary work, for comparison; `null` if there is none. */
  limit: number | null;
  /** The wanted bound of value ÷ limit or, without a limit, of the value. `null` if no bound is wanted. */
  goal: number | null;
  better: "lower" | "higher";
}

export function ratioToLimit({ value, limit }: Row): number | null {
  return limit === null ? null : value / limit;
}

/** Whether the row meets its goal; `null` if it has no goal. */
export function meetsGoal(row: Row): boolean | null {
  if (row.goal === null) return null;
  const measured = ratioToLimit(row) ?? row.value;
  return row.better === "lower" ? measured <= row.goal : measured >= row.goal;
}

/** Creates a row. By default the value is a time in milliseconds without limit and goal, and lower is better. */
export function newRow(fields: Pick<Row, "figure" | "reports" | "value"> & Partial<Row>): Row {
  return { unit: "ms", limit: null, goal: null, better: "lower", ...fields };
}

/** Creates a row whose value and limit are the medians of two lists of times in milliseconds. */
export function latencyRow(
  fields: Pick<Row, "figure" | "reports"> & Partial<Row>,
  latencies: readonly number[],
  limitLatencies: readonly number[],
): Row {
  return newRow({ ...fields, value: median(latencies), limit: median(limitLatencies) });
}
