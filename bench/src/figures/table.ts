import { roundValue } from "./numbers.ts";
import { meetsGoal, type Row, ratioToLimit } from "./row.ts";

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
    reports === null ? "" : reports.toLocaleString("en"),
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
