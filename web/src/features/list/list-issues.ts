import {
  type AsOf,
  type Filters,
  fromWire,
  type Issue,
  type PageInfo,
  type PageSize,
  type RenderedPage,
  type Sort,
  type Stats,
  sortIssues,
  type TabCounts,
  toPlainText,
  type WireChanges,
  type WireList,
  type WireSimilarReport,
} from "@logbook/domain";
import { request } from "../../shared/api/http.ts";
import type { Result } from "../../shared/api/result.ts";

/** The part of the list to show; `page` starts at 1. */
export interface ListView {
  filters: Filters;
  page: number;
  pageSize: PageSize;
  sort: Sort;
}

/** One page of the list. `stats` count all reports; `drawn` is the dashboard's markup for this page, if requested. */
export interface IssuePage extends AsOf {
  issues: Issue[];
  page: PageInfo;
  stats: Stats;
  /** Missing in a list that an earlier version of the page has cached. */
  tabs?: TabCounts | undefined;
  /** The reports that admins have pinned above the list. */
  pinned?: WireSimilarReport[] | undefined;
  drawn?: RenderedPage | undefined;
}

/**
 * `GET /api/issues` (section 7): one page of the list. With `buildName`, the name of the web app's build, the request
 * asks for the dashboard's markup: the response has it as `drawn` if the API renders the same build.
 */
export async function listIssues(view: ListView, signal?: AbortSignal, buildName?: string): Promise<Result<IssuePage>> {
  const markupParameter = buildName === undefined ? "" : `&draw=${buildName}`;
  const result = await request<WirePage>(listPath(view) + markupParameter, { signal });
  return result.ok ? { ok: true, data: readPage(result.data) } : result;
}

type OptionalField = "drawn" | "order" | "pinned" | "areas";
/** The response to a query. */
export type WirePage = Required<Omit<WireList, OptionalField>> & Pick<WireList, OptionalField>;

export function readPage(body: WirePage): IssuePage {
  const { page, stats, tabs, pinned, areas, asOf, revision, drawn } = body;
  const optionalFields = { ...(pinned && { pinned }), ...(areas && { areas }), ...(drawn && { drawn }) };
  return { issues: readIssues(body), page, stats, tabs, asOf, revision, ...optionalFields };
}

function readIssues({ bugs, features, order }: WireList): Issue[] {
  const issues = [...bugs, ...features].map(fromWire);
  // The server sends no `order` if the reports have the specification's order.
  return order === undefined ? sortIssues(issues) : issues.sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
}

/** The API's path for a view of the list. `first.js` makes the same path, with the parameters in the same order. */
export function listPath({ page, pageSize, filters, sort }: ListView): string {
  const query = new URLSearchParams({ page: String(page), pageSize: String(pageSize), ...filterParams(filters), sort });
  return `/api/issues?${query}`;
}

export function filterParams({ search, ...otherFilters }: Filters): Record<keyof Filters, string> {
  return { search: toPlainText(search).trim(), ...otherFilters };
}

/** The parameters of `listChanges`: `since` is the time of the list's data, `ids` are the ids of the list's reports. */
export interface ChangesQuery {
  filters: Filters;
  since: string;
  ids: readonly string[];
}

/** The response with parsed reports: `issues` are all reports of `ids` that still exist, `fresh` are newer ones. */
export type IssueChanges = Omit<WireChanges, "success" | "issues" | "fresh"> & { issues: Issue[]; fresh: Issue[] };

/** `GET /api/issues/changes`: the changes of a list since an instant. */
export async function listChanges({ filters, since, ids }: ChangesQuery): Promise<Result<IssueChanges>> {
  const query = new URLSearchParams({ ...filterParams(filters), since, ids: ids.join(",") });
  const result = await request<WireChanges>(`/api/issues/changes?${query}`);
  if (!result.ok) return result;
  const { issues, fresh, ...otherFields } = result.data;
  return { ok: true, data: { ...otherFields, issues: issues.map(fromWire), fresh: fresh.map(fromWire) } };
}
