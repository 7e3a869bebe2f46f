import { countStats, type Filters, filterMatcher, type Issue, paginate, searchMatcher } from "@logbook/domain";

/**
 * Filters a whole, sorted list in the browser and selects one page, for a server without paging (section 9). Ignores
 * `show` and `sort`: the specification has no such filter and only one order.
 */
export function selectPage(
  issues: readonly Issue[],
  { filters, page, pageSize }: { filters: Filters; page: number; pageSize: number },
) {
  const matchesFilters = filterMatcher(filters);
  const matchesSearch = searchMatcher(filters.search);
  const matchingIssues = issues.filter((issue) => matchesFilters(issue) && matchesSearch(issue));
  const selection = paginate(matchingIssues, page, pageSize);
  // `asOf` and `revision` are the board's time and revision. A server without paging has no board.
  return { issues: selection.items, page: selection.page, stats: countStats(issues), asOf: null, revision: null };
}
