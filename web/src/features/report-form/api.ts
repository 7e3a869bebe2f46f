import type { Attachment, CreateIssue, WireIssue, WireSimilarReport, WireSimilarReports } from "@logbook/domain";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { request } from "../../shared/api/http.ts";
import { unwrap } from "../../shared/api/result.ts";

/** `POST /api/issues` (section 7). The page makes the `id`, so that a retry does not file the report twice. */
export const createIssue = (body: Omit<CreateIssue, "attachments"> & { attachments: Attachment[] }) =>
  request<{ success: true; issue: WireIssue }>("/api/issues", { method: "POST", body });

/** `GET /api/reports/at-page`: open reports about the page with this path (`splitPageUrl`). */
export const atPageQuery = (path: string) =>
  queryOptions({
    // As the key of `similarReportsQuery`.
    queryKey: ["report", "at-page", path],
    queryFn: async ({ signal }): Promise<readonly WireSimilarReport[]> => {
      const apiPath = `/api/reports/at-page?${new URLSearchParams({ path })}`;
      return (await unwrap(request<WireSimilarReports>(apiPath, { signal }))).issues;
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
