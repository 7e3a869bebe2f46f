import { rounded } from "./numbers.ts";
import { judgedValue, meetsGoal, type Row } from "./row.ts";

const COLUMN_NAMES = ["figure", "reports", "value", "limit", "ratio", "goal", ""];

export function formatTable(rows: readonly Row[]): string {
  const lines = [COLUMN_NAMES, ...rows.map(cellsOf)];
  const widths = COLUMN_NAMES.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function cellsOf(row: Row): string[] {
  const { figure, reports, value, unit, limit, goal, better } = row;
  return [
    figure,
    reports === null ? "" : reports.toLocaleString("en"),
    `${rounded(value)} ${unit}`,
    limit === null ? "" : `${rounded(limit)} ${unit}`,
    limit === null ? "" : judgedValue(row).toFixed(2),
    goal === null ? "" : `${better === "lower" ? "≤" : "≥"} ${goal}`,
    outcomeOf(row),
  ];
}

function outcomeOf(row: Row): string {
  const isMet = meetsGoal(row);
  if (isMet === null) return "";
  return isMet ? "met" : "MISSED";
}

export function goalSummary(rows: readonly Row[]): string {
  const outcomes = rows.map(meetsGoal).filter((met) => met !== null);
  const met = outcomes.filter(Boolean).length;
  return `${met} of ${outcomes.length} goals met.`;
}
