import {
  type Filters,
  fromWire,
  type Issue,
  type PageInfo,
  type PageSize,
  type Stats,
  sortIssues,
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
export interface IssuePage {
  issues: Issue[];
  page: PageInfo;
  stats: Stats;
}

/** `GET /api/issues`, paged (section 7). */
export async function listIssues(view: ListView, signal?: AbortSignal): Promise<Result<IssuePage>> {
  const { search, type, status, priority } = view.filters;
  const query = new URLSearchParams({
    page: String(view.page),
    pageSize: String(view.pageSize),
    search: search.trim(),
    type,
    status,
    priority,
  });
  const answer = await request<Required<WireList>>(`/api/issues?${query}`, { signal });
  if (!answer.ok) return answer;
  const { bugs, features, page, stats } = answer.data;
  return { ok: true, data: { issues: sortIssues([...bugs, ...features].map(fromWire)), page, stats } };
}
