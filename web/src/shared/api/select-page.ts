import { countStats, filterMatcher, type Issue, paginate, searchMatcher } from "@logbook/domain";
import type { IssuePage, ListView } from "./issue-page.ts";

/** Filters and pages a whole, sorted list in the browser, for a server without paging (section 9). */
export function selectPage(issues: readonly Issue[], { filters, page, pageSize }: ListView): IssuePage {
  const isShown = filterMatcher(filters);
  const matches = searchMatcher(filters.search);
  const found = issues.filter((issue) => isShown(issue) && matches(issue));
  const selected = paginate(found, page, pageSize);
  return { issues: selected.items, page: selected.page, stats: countStats(issues), asOf: null, revision: null };
}
