import type { Priority, Status } from "./enumerations.ts";
import type { Issue } from "./issue.ts";

/** The statuses in the order in which the list is sorted (section 9). */
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

/** The priorities in the order in which reports of one status are sorted (section 9). */
export const PRIORITY_ORDER: readonly Priority[] = ["CRITICAL", "HIGH", "MEDIUM", "LOW"];

const statusRank = Object.fromEntries(STATUS_ORDER.map((status, rank) => [status, rank])) as Record<Status, number>;
const priorityRank = Object.fromEntries(PRIORITY_ORDER.map((priority, rank) => [priority, rank])) as Record<
  Priority,
  number
>;

type Sortable = Pick<Issue, "id" | "status" | "priority" | "createdAt">;

/** Compares by status, then priority (section 9), then newest first, then id, so that no two reports are equal. */
export function compareIssues(a: Sortable, b: Sortable): number {
  return (
    statusRank[a.status] - statusRank[b.status] ||
    priorityRank[a.priority] - priorityRank[b.priority] ||
    compareText(b.createdAt, a.createdAt) ||
    compareText(a.id, b.id)
  );
}

/** A new array, sorted with `compareIssues`. */
export function sortIssues<T extends Sortable>(issues: readonly T[]): T[] {
  return [...issues].sort(compareIssues);
}

/** Compares texts by code units, not by locale. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
