import type { Issue } from "@logbook/domain";
import type { IssueChanges, IssuePage } from "../../shared/api/list-issues.ts";

/** Replaces the shown reports by the current ones, in the same order. Deleted reports stay; `deleted` has their ids. */
export function mergeChanges(shownIssues: readonly Issue[], currentIssues: readonly Issue[]) {
  const currentById = new Map(currentIssues.map((issue) => [issue.id, issue]));
  return {
    issues: shownIssues.map((issue) => currentById.get(issue.id) ?? issue),
    deleted: new Set(shownIssues.map(({ id }) => id).filter((id) => !currentById.has(id))),
  };
}

/** Returns the page with current counts. Its number stays the same, even if fewer pages would be enough now. */
export function updateCounts(issuePage: IssuePage, { total, stats }: IssueChanges): IssuePage {
  const { number, size } = issuePage.page;
  return {
    ...issuePage,
    // `drawn`, the markup from the server, has the old counts.
    drawn: undefined,
    stats,
    page: { number, size, total, pages: Math.max(number, Math.ceil(total / size)) },
  };
}
