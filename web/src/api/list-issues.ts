import {
  type AsOf,
  type Filters,
  fromWire,
  type Issue,
  type PageInfo,
  type PageSize,
  type Stats,
  sortIssues,
  toPlainText,
  type WireList,
} from "@logbook/domain";
import { type Result, request } from "./http.ts";

/** What part of the list is wanted; `page` counts from 1. */
export interface ListView {
  filters: Filters;
  page: number;
  pageSize: PageSize;
}

/** One page of the list, both types merged in the list's order; `stats` are of all reports. */
export interface IssuePage extends AsOf {
  issues: Issue[];
  page: PageInfo;
  stats: Stats;
}

/** `GET /api/issues`, paged (section 7). */
export async function listIssues(view: ListView, signal?: AbortSignal): Promise<Result<IssuePage>> {
  const answer = await request<Required<WireList>>(listPath(view), { signal });
  if (!answer.ok) return answer;
  const { bugs, features, page, stats, asOf, revision } = answer.data;
  const issues = sortIssues([...bugs, ...features].map(fromWire));
  if (page && stats) return { ok: true, data: { issues, page, stats, asOf, revision } };
  // A list without them is whole, as section 7 has it.
  const { partOf } = await import("./part-of.ts");
  return { ok: true, data: partOf(issues, view) };
}

/** The call that asks for a view. */
export function listPath({ page, pageSize, filters }: ListView): string {
  const query = new URLSearchParams({ page: String(page), pageSize: String(pageSize), ...filterParams(filters) });
  return `/api/issues?${query}`;
}

/** The filters as the list's calls take them. */
export function filterParams({ search, type, status, priority }: Filters): Record<keyof Filters, string> {
  return { search: toPlainText(search).trim(), type, status, priority };
}
