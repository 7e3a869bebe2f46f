import { fromWire, type Issue, type WireEvent, type WireReportPage } from "@logbook/domain";
import { queryOptions } from "@tanstack/react-query";
import { request } from "./http.ts";
import { type Result, unwrap } from "./result.ts";

/** A report with its history, as of the board's `revision`. */
export interface ReportPage {
  issue: Issue;
  events: WireEvent[];
  /** The number of members who follow it. */
  followers: number;
  revision: number | null;
}

/** `GET /api/reports/{number or id}`. */
async function readReportPage(reference: string, signal: AbortSignal): Promise<Result<ReportPage>> {
  const result = await request<WireReportPage>(`/api/reports/${encodeURIComponent(reference)}`, { signal });
  if (!result.ok) return result;
  const { issue, events, followers, revision } = result.data;
  return { ok: true, data: { issue: fromWire(issue), events, followers, revision } };
}

/** The query for a report's page. */
export const reportPageQuery = (reference: string) =>
  queryOptions({
    queryKey: ["report", "page", reference],
    queryFn: ({ signal }) => unwrap(readReportPage(reference, signal)),
    staleTime: 0,
    meta: { failure: "Failed to load a report:" },
  });
