import type { Issue } from "@logbook/domain";
import type { IssuePage } from "../../shared/api/issue-page.ts";
import type { IssueChanges } from "../../shared/api/list-changes.ts";

/** Reports in the places they had; `deleted` are the ids of those that are no more. */
export interface MergedReports {
  issues: Issue[];
  deleted: ReadonlySet<string>;
}

/** Shown reports in their present state: order and membership stay, a deleted one is left as it was last seen. */
export function mergeChanges(shown: readonly Issue[], present: readonly Issue[]): MergedReports {
  const now = new Map(present.map((issue) => [issue.id, issue]));
  return {
    issues: shown.map((issue) => now.get(issue.id) ?? issue),
    deleted: new Set(shown.flatMap(({ id }) => (now.has(id) ? [] : id))),
  };
}

/** A page with the counts of now. It keeps its number, though it may have become one past the end. */
export function updateCounts(page: IssuePage, { total, stats }: IssueChanges): IssuePage {
  const { number, size } = page.page;
  return {
    ...page,
    drawn: undefined,
    stats,
    page: { number, size, total, pages: Math.max(number, Math.ceil(total / size)) },
  };
}
