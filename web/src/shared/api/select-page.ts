import { countStats, foldSearch, type Issue, matcher, paginate, searchText } from "@logbook/domain";
import type { IssuePage, ListView } from "./issue-page.ts";

/** The part of a whole, sorted list that a view shows, as a server that knows pages gives it (section 9). */
export function selectPage(issues: readonly Issue[], { filters, page, pageSize }: ListView): IssuePage {
  const isShown = matcher(filters);
  const search = foldSearch(filters.search);
  const found = issues.filter((issue) => isShown(issue) && searchText(issue).includes(search));
  const part = paginate(found, page, pageSize);
  return { issues: part.items, page: part.page, stats: countStats(issues), asOf: null, revision: null };
}
