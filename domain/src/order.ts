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

const rankValues = <T extends string>(order: readonly T[]) =>
  Object.fromEntries(order.map((value, rank) => [value, rank])) as Record<T, number>;
const statusRanks = rankValues(STATUS_ORDER);
const priorityRanks = rankValues(PRIORITY_ORDER);

type Sortable = Pick<Issue, "id" | "status" | "priority" | "createdAt">;

/** Compares by status, then priority (section 9), then newest first, then id, so that no two reports are equal. */
export function compareIssues(a: Sortable, b: Sortable): number {
  return (
    statusRanks[a.status] - statusRanks[b.status] ||
    priorityRanks[a.priority] - priorityRanks[b.priority] ||
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
