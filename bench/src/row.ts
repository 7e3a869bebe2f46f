/**
 * One measured figure. `value` and `limit` are in `unit`; where there is a limit, `goal` is about value ÷ limit, else
 * about the value itself. `reports` is how many reports the logbook held, or `null` where that does not matter.
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

/** What the goal is about: the ratio to the limit, or the value where there is none. */
export function judgedValue({ value, limit }: Row): number {
  return limit === null ? value : value / limit;
}

/** Whether a figure meetsGoal its goal; `null` where it has none. */
export function meetsGoal(row: Row): boolean | null {
  if (row.goal === null) return null;
  return row.better === "lower" ? judgedValue(row) <= row.goal : judgedValue(row) >= row.goal;
}
