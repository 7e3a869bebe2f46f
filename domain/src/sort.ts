import type { Priority, Status } from "./enumerations.ts";
import { keysOf } from "./fields.ts";
import type { Issue } from "./issue.ts";
import { firstStatus } from "./status.ts";
import type { Turn } from "./turn.ts";

/** The orders of the list, each with its name on the page. The first one is the specification's (section 9). */
export const SORT_LABELS = {
  status: "Status",
  newest: "Newest",
  changed: "Recently changed",
  wanted: "Most wanted",
  unanswered: "Longest unanswered",
  waiting: "Waiting longest",
  unfixed: "Still happens",
};
export type Sort = keyof typeof SORT_LABELS;
export const SORTS = keysOf(SORT_LABELS);

/** The order until another is chosen. */
export const DEFAULT_SORT: Sort = "status";

/** The ranks of the statuses by which the list is sorted (section 9). */
const STATUS_RANKS: Record<Status, number> = {
  IN_PROGRESS: 0,
  TESTING: 1,
  RESOLVED: 2,
  OPEN: 3,
  PLANNED: 4,
  COMPLETED: 5,
  CLOSED: 6,
  CANCELLED: 7,
};
const PRIORITY_RANKS: Record<Priority, number> = { CRITICAL: 0, HIGH: 1, MEDIUM: 2, LOW: 3 };

type RankedFields = Pick<Issue, "id" | "status" | "priority" | "createdAt">;

/** Compares by status, then priority (section 9), then newest first, then id, so that no two reports are equal. */
export function compareIssues(a: RankedFields, b: RankedFields): number {
  return (
    STATUS_RANKS[a.status] - STATUS_RANKS[b.status] ||
    PRIORITY_RANKS[a.priority] - PRIORITY_RANKS[b.priority] ||
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
  turn: Turn | null;
  /** The number of members for whom it still happens although it counts as fixed. */
  unfixed: number;
}

/** Whether no admin has reacted to a report yet: it has its first status, no amendment by an admin, and is not closed. */
export function isUnanswered({
  type,
  status,
  amendments,
  closedAs,
  duplicateOf,
}: Pick<Issue, "type" | "status" | "amendments" | "closedAs" | "duplicateOf">): boolean {
  const isClosed = closedAs !== undefined || duplicateOf !== undefined;
  return status === firstStatus(type) && !isClosed && !amendments.some(({ byAdmin }) => byAdmin);
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
  waiting: (a, b) =>
    Number(b.turn !== null) - Number(a.turn !== null) ||
    compareText(a.turn?.since ?? "", b.turn?.since ?? "") ||
    compareIds(a, b),
  unfixed: (a, b) => b.unfixed - a.unfixed || compareIssues(a, b),
};
