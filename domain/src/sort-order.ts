import type { Issue } from "./issue.ts";
import { compareIssues, compareText } from "./order.ts";
import type { Sort } from "./sort.ts";
import { firstStatus } from "./status.ts";

/** The fields by which reports are sorted. */
export interface Sortable extends Pick<Issue, "id" | "status" | "priority" | "createdAt" | "updatedAt" | "votes"> {
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
