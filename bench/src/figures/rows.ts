import { roundValue } from "./numbers.ts";

/** A row of the table of figures: one measured figure. */
export interface Row {
  figure: string;
  /** The number of reports in the logbook. */
  reports: number;
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

// The last column, without a name, says whether the goal was met.
const COLUMN_NAMES = ["figure", "reports", "value", "limit", "ratio", "goal", ""];

export function formatTable(rows: readonly Row[]): string {
  const cellRows = [COLUMN_NAMES, ...rows.map(cellsOf)];
  const widths = COLUMN_NAMES.map((_, column) => Math.max(...cellRows.map((cells) => cells[column]!.length)));
  const padCell = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!);
  return cellRows.map((cells) => cells.map(padCell).join("  ").trimEnd()).join("\n");
}

function cellsOf(row: Row): string[] {
  const { figure, reports, value, unit, limit, goal, better } = row;
  return [
    figure,
    reports.toLocaleString("en"),
    `${roundValue(value)} ${unit}`,
    limit === null ? "" : `${roundValue(limit)} ${unit}`,
    ratioToLimit(row)?.toFixed(2) ?? "",
    goal === null ? "" : `${better === "lower" ? "≤" : "≥"} ${goal}`,
    goalOutcome(row),
  ];
}

function goalOutcome(row: Row): string {
  const isMet = meetsGoal(row);
  if (isMet === null) return "";
  return isMet ? "met" : "MISSED";
}

export function goalSummary(rows: readonly Row[]): string {
  const outcomes = rows.map(meetsGoal).filter((isMet) => isMet !== null);
  const metCount = outcomes.filter((isMet) => isMet).length;
  return `${metCount} of ${outcomes.length} goals met.`;
}
