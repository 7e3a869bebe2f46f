import type { Issue, Priority } from "./issue.ts";
import type { Status } from "./status.ts";

/** The list's order by status (section 9). */
export const STATUS_ORDER: readonly Status[] = [
  "IN_PROGRESS",
  "TESTING",
  "RESOLVED",
  "OPEN",
  "PLANNED",
  "COMPLETED",
  "CLOSED",
  "CANCELLED",
];

/** Within a status, by priority (section 9). */
export const PRIORITY_ORDER: readonly Priority[] = ["CRITICAL", "HIGH", "MEDIUM", "LOW"];

const statusRank = Object.fromEntries(STATUS_ORDER.map((status, rank) => [status, rank])) as Record<Status, number>;
const priorityRank = Object.fromEntries(PRIORITY_ORDER.map((priority, rank) => [priority, rank])) as Record<
  Priority,
  number
>;

type Sortable = Pick<Issue, "id" | "status" | "priority" | "createdAt">;

/** Comparator of the list: status, then priority (section 9); ties newest first, then by id, so that the order is total. */
export function compareIssues(a: Sortable, b: Sortable): number {
  return (
    statusRank[a.status] - statusRank[b.status] ||
    priorityRank[a.priority] - priorityRank[b.priority] ||
    compareText(b.createdAt, a.createdAt) ||
    compareText(a.id, b.id)
  );
}

/** A new array in the list's order. */
export function sortIssues<T extends Sortable>(issues: readonly T[]): T[] {
  return [...issues].sort(compareIssues);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
