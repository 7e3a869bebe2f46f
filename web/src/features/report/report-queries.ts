import { fromWire, type Issue, type WireIssue, type WireReportPage } from "@logbook/domain";
import { queryOptions } from "@tanstack/react-query";
import { request } from "../../shared/api/http.ts";
import { type Result, unwrap } from "../../shared/api/result.ts";

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
      const { issue, ...page } = await unwrap(request<WireReportPage>(path, { signal }));
      return { ...page, issue: fromWire(issue) };
    },
    // A report's page reloads the report whenever the page opens.
    staleTime: 0,
    meta: { failure: "Failed to load a report:" },
  });
