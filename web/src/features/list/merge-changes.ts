import type { Issue } from "@logbook/domain";
import type { IssuePage } from "../../shared/api/issue-page.ts";
import type { IssueChanges } from "../../shared/api/list-changes.ts";

/** Reports in their previous order; `deleted` has the ids of those that no longer exist. */
export interface MergedReports {
  issues: Issue[];
  deleted: ReadonlySet<string>;
}

/** The shown reports in their current state. Order and membership stay; a deleted report stays as it was last seen. */
export function mergeChanges(shown: readonly Issue[], current: readonly Issue[]): MergedReports {
  const currentById = new Map(current.map((issue) => [issue.id, issue]));
  return {
    issues: shown.map((issue) => currentById.get(issue.id) ?? issue),
    deleted: new Set(shown.flatMap(({ id }) => (currentById.has(id) ? [] : id))),
  };
}

/** The page with current counts. It keeps its number, even if that is now past the last page. */
export function updateCounts(page: IssuePage, { total, stats }: IssueChanges): IssuePage {
  const { number, size } = page.page;
  return {
    ...page,
    drawn: undefined,
    stats,
    page: { number, size, total, pages: Math.max(number, Math.ceil(total / size)) },
  };
}
