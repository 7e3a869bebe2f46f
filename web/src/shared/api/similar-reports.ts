import type { WireSimilarReport, WireSimilarReports } from "@logbook/domain";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { request } from "./http.ts";
import { unwrap } from "./result.ts";

/** `GET /api/reports/similar`. The page ignores a failure: a report can be filed without suggestions. */
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
