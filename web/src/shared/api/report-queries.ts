import {
  type Filters,
  fromWire,
  type Issue,
  type WireFormerTexts,
  type WireIssue,
  type WireReportPage,
  type WireSearchHelp,
  type WireSimilarReport,
  type WireSimilarReports,
} from "@logbook/domain";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { request } from "./http.ts";
import { filterParams } from "./list-issues.ts";
import { type Result, unwrap } from "./result.ts";

// query-client.ts logs a query's error after the text in `meta.failure`. Queries without this text may fail silently.

/** `GET /api/issues/{id}`: one report with all its fields. */
export async function readIssue(id: string, signal?: AbortSignal): Promise<Result<Issue>> {
  const result = await request<{ issue: WireIssue }>(`/api/issues/${id}`, { signal });
  return result.ok ? { ok: true, data: fromWire(result.data.issue) } : result;
}

/** A report with its history, as of the board's `revision` (`null` while no board exists). */
export type ReportPage = Omit<WireReportPage, "success" | "asOf" | "issue"> & { issue: Issue };

/** `GET /api/reports/{number or id}`. */
export const reportPageQuery = (reference: string) =>
  queryOptions({
    queryKey: ["report", "page", reference],
    queryFn: async ({ signal }): Promise<ReportPage> => {
      const path = `/api/reports/${encodeURIComponent(reference)}`;
      const { issue, events, followers, revision } = await unwrap(request<WireReportPage>(path, { signal }));
      return { issue: fromWire(issue), events, followers, revision };
    },
    // A report's page reloads the report whenever the page opens.
    staleTime: 0,
    meta: { failure: "Failed to load a report:" },
  });

/** `GET /api/history/{eventId}`: the texts before an edit. */
export const formerTextsQuery = (eventId: string) =>
  queryOptions({
    queryKey: ["former texts", eventId],
    queryFn: ({ signal }) =>
      unwrap(request<WireFormerTexts>(`/api/history/${encodeURIComponent(eventId)}`, { signal })),
    // These texts never change.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { failure: "Failed to load former texts:" },
  });

/** `GET /api/reports/search-help`: advice for a search that finds nothing. */
export const searchHelpQuery = (filters: Filters) =>
  queryOptions({
    queryKey: ["search-help", filters],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams(filterParams(filters));
      return unwrap(request<WireSearchHelp>(`/api/reports/search-help?${query}`, { signal }));
    },
    retry: false,
  });

/** `GET /api/reports/similar`: suggestions for the title of a new report. */
export const similarReportsQuery = (title: string) =>
  queryOptions({
    // The key begins with `report`, so that `reloadIssues` reloads the suggestions too, for example after a vote.
    queryKey: ["report", "similar", title],
    queryFn: async ({ signal }): Promise<readonly WireSimilarReport[]> => {
      const path = `/api/reports/similar?${new URLSearchParams({ title })}`;
      return (await unwrap(request<WireSimilarReports>(path, { signal }))).issues;
    },
    // Without this option the suggestions would vanish at each typed letter, until new suggestions are loaded.
    placeholderData: keepPreviousData,
    retry: false,
  });
