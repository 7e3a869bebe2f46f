import type { Priority, Status } from "./enumerations.ts";
import type { Issue } from "./issue.ts";
import type { Sort } from "./sort.ts";
import { firstStatus } from "./status.ts";

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

type RankedFields = Pick<Issue, "id" | "status" | "priority" | "createdAt">;

/** Compares by status, then priority (section 9), then newest first, then id, so that no two reports are equal. */
export function compareIssues(a: RankedFields, b: RankedFields): number {
  return (
    statusRanks[a.status] - statusRanks[b.status] ||
    priorityRanks[a.priority] - priorityRanks[b.priority] ||
    compareText(b.createdAt, a.createdAt) ||
    compareText(a.id, b.id)
  );
}

/** A new array, sorted with `compareIssues`. */
export function sortIssues<T extends RankedFields>(issues: readonly T[]): T[] {
  return [...issues].sort(compareIssues);
}

/** Compares texts by code units, not by locale. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The fields by which reports are sorted. */
export interface Sortable extends RankedFields, Pick<Issue, "updatedAt" | "votes"> {
  isUnanswered: boolean;
}

/** Whether no admin has reacted to a report yet: it has its first status and no amendment by an admin. */
export function isUnanswered({ type, status, amendments }: Pick<Issue, "type" | "status" | "amendments">): boolean {
  return status === firstStatus(type) && !amendments.some(({ byAdmin }) => byAdmin);
}

const compareIds = (a: Sortable, b: Sortable): number => compareText(a.id, b.id);

/** The comparison of two reports for each order of the list. No two reports are equal. */
export const COMPARATORS: Record<Sort, (a: Sortable, b: Sortable) => number> = {
  status: compareIssues,
  newest: (a, b) => compareText(b.createdAt, a.createdAt) || compareIds(a, b),
  changed: (a, b) => compareText(b.updatedAt, a.updatedAt) || compareIds(a, b),
  wanted: (a, b) => b.votes - a.votes || compareIssues(a, b),
  unanswered: (a, b) =>
    Number(b.isUnanswered) - Number(a.isUnanswered) || compareText(a.createdAt, b.createdAt) || compareIds(a, b),
};
