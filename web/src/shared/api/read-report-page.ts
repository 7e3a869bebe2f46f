import { fromWire, type Issue, type WireEvent, type WireReportPage } from "@logbook/domain";
import { queryOptions } from "@tanstack/react-query";
import { request } from "./http.ts";
import { unwrap } from "./result.ts";

/** A report with its history, as of the board's `revision` (`null` while no board exists). */
export interface ReportPage {
  issue: Issue;
  events: WireEvent[];
  /** The number of members who follow the report. */
  followers: number;
  revision: number | null;
}

/** `GET /api/reports/{number or id}`. */
export const reportPageQuery = (reference: string) =>
  queryOptions({
    queryKey: ["report", "page", reference],
    queryFn: async ({ signal }): Promise<ReportPage> => {
      const path = `/api/reports/${encodeURIComponent(reference)}`;
      const { issue, events, followers, revision } = await unwrap(request<WireReportPage>(path, { signal }));
      return { issue: fromWire(issue), events, followers, revision };
    },
    staleTime: 0,
    // query-client.ts logs this text before the error.
    meta: { failure: "Failed to load a report:" },
  });
