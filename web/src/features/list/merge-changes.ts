import type { Issue } from "@logbook/domain";
import type { IssuePage } from "../../shared/api/issue-page.ts";
import type { IssueChanges } from "../../shared/api/list-changes.ts";

/** The shown reports as they are now, in the same order. A deleted report stays as last seen; `deleted` has its id. */
export function mergeChanges(shown: readonly Issue[], current: readonly Issue[]) {
  const currentById = new Map(current.map((issue) => [issue.id, issue]));
  return {
    issues: shown.map((issue) => currentById.get(issue.id) ?? issue),
    deleted: new Set(shown.map(({ id }) => id).filter((id) => !currentById.has(id))),
  };
}

/** The page with current counts. Its number stays the same, and `pages` is at least this number. */
export function updateCounts(page: IssuePage, { total, stats }: IssueChanges): IssuePage {
  const { number, size } = page.page;
  return {
    ...page,
    // The markup from the server is outdated.
    drawn: undefined,
    stats,
    page: { number, size, total, pages: Math.max(number, Math.ceil(total / size)) },
  };
}
