import {
  COMPARATORS,
  changesQuerySchema,
  countStats,
  DEFAULT_SORT,
  type Filters,
  filterMatcher,
  foldSearch,
  type Issue,
  isUnanswered,
  LIMITS,
  listQuerySchema,
  paginate,
  parseSearch,
  type Show,
  type Sort,
  searchHelpQuerySchema,
  searchMatcher,
  similarQuerySchema,
  sortIssues,
  toAmendmentSearch,
  toSimilar,
  toWire,
  type WireEvent,
} from "@logbook/domain";
import { type FakeMember, isFollowing, type LogbookData } from "./data.ts";
import { ok, type Route, route } from "./route.ts";

/** The list and single reports. */
export const listRoutes = (data: LogbookData): Route[] => [
  route("GET", "/api/issues", "member", listQuerySchema, ({ caller, input }) => {
    const groupByType = (issues: Issue[]) => ({
      bugs: issues.filter(({ type }) => type === "bug").map(toWire),
      features: issues.filter(({ type }) => type === "feature").map(toWire),
    });
    // A request without a query gets all reports.
    if (input === null) return ok(groupByType(sortIssues([...data.reports.values()])));
    const matching = sortReports(matchingReports(data, input.filters, caller), input.sort);
    const { items, page } = paginate(matching, input.page, input.pageSize);
    // Bugs and features are sent apart, so an order other than the specification's is sent as a list of ids.
    const order = input.sort === DEFAULT_SORT ? {} : { order: items.map(({ id }) => id) };
    return ok({ ...groupByType(items), page, ...order, stats: currentStats(data), ...data.timeAndRevision() });
  }),
  route("GET", "/api/issues/changes", "member", changesQuerySchema, ({ caller, input: { filters, since, ids } }) => {
    const matching = matchingReports(data, filters, caller);
    const newReports = matching.filter(({ id, createdAt }) => createdAt > since && !ids.includes(id));
    return ok({
      issues: [...new Set(ids)].flatMap((id) => data.reports.get(id) ?? []).map(toWire),
      fresh: newReports.slice(0, LIMITS.freshPerResponse).map(toWire),
      freshTotal: newReports.length,
      total: matching.length,
      stats: currentStats(data),
      ...data.timeAndRevision(),
    });
  }),
  route("GET", "/api/issues/:id", "member", null, ({ params: [id = ""] }) =>
    ok({ issue: toWire(data.requireReport(id)) }),
  ),
  ...searchRoutes(data),
  route("GET", "/api/reports/:numberOrId", "member", null, ({ params: [numberOrId = ""] }) => {
    const reportWithNumber = [...data.reports.values()].find(({ number }) => String(number) === numberOrId);
    const report = reportWithNumber ?? data.requireReport(numberOrId);
    const creation: WireEvent = { kind: "created", by: report.reporter, at: report.createdAt };
    const events = [creation, ...(data.history.get(report.id) ?? [])];
    const followers = [...data.follows.values()].filter((memberFollows) =>
      isFollowing(memberFollows, report.id),
    ).length;
    return ok({ issue: toWire(report), events, followers, ...data.timeAndRevision() });
  }),
];

const searchRoutes = (data: LogbookData): Route[] => [
  route("GET", "/api/reports/similar", "member", similarQuerySchema, ({ input: { title } }) => {
    // This is simpler than the API: a report is similar if its title has at least half of the new title's words.
    const words = foldSearch(title).split(/\s+/);
    const countCommonWords = ({ title }: Issue) => words.filter((word) => foldSearch(title).includes(word)).length;
    const similar = [...data.reports.values()].filter((report) => 2 * countCommonWords(report) >= words.length);
    similar.sort((a, b) => countCommonWords(b) - countCommonWords(a));
    return ok({ issues: similar.slice(0, LIMITS.similarReports).map(toSimilar) });
  }),
  route("GET", "/api/reports/search-help", "member", searchHelpQuerySchema, ({ caller, input: filters }) => {
    const search = filters.search.trim();
    const alreadySearchesAmendments = parseSearch(search).operators?.inAmendments === true;
    const amendmentMatches =
      search === "" || alreadySearchesAmendments
        ? []
        : matchingReports(data, { ...filters, show: "all", search: toAmendmentSearch(search) }, caller);
    // This is simpler than the API: it suggests a title's word that differs only in its last two letters.
    const words = [...data.reports.values()].flatMap(({ title }) => foldSearch(title).split(/\s+/));
    const suggestion = words.find((word) => word.length > 4 && word.slice(0, -2) === foldSearch(search).slice(0, -2));
    return ok({ didYouMean: suggestion ?? null, inAmendments: amendmentMatches.length });
  }),
];

function matchingReports(data: LogbookData, filters: Filters, caller: FakeMember): Issue[] {
  const matchesSearch = searchMatcher(filters.search);
  const matchesFilters = filterMatcher(filters);
  /** Which reports belong in each tab above the list; `filters.show` names the tab. */
  const matchesTab: Record<Show, (report: Issue) => boolean> = {
    all: () => true,
    mine: ({ reporter }) => reporter === caller.username,
    following: ({ id }) => isFollowing(data.followsOf(caller), id),
    unanswered: isUnanswered,
  };
  const matching = [...data.reports.values()].filter(
    (report) => matchesFilters(report) && matchesSearch(report) && matchesTab[filters.show](report),
  );
  return sortIssues(matching);
}

function sortReports(issues: Issue[], sort: Sort): Issue[] {
  return issues.toSorted((a, b) =>
    COMPARATORS[sort]({ ...a, isUnanswered: isUnanswered(a) }, { ...b, isUnanswered: isUnanswered(b) }),
  );
}

const currentStats = ({ reports }: LogbookData) => countStats(reports.values());
