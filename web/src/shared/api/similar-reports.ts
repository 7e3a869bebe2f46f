import type { WireSimilarReport, WireSimilarReports } from "@logbook/domain";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { request } from "./http.ts";
import { unwrap } from "./result.ts";

/** `GET /api/reports/similar`. A failure shows no error: a report can be filed without suggestions. */
export const similarReportsQuery = (title: string) =>
  queryOptions({
    // Begins with the same word as the key of a report's page, so that a vote reloads the suggestions, too.
    queryKey: ["report", "similar", title],
    queryFn: async ({ signal }): Promise<readonly WireSimilarReport[]> => {
      const path = `/api/reports/similar?${new URLSearchParams({ title })}`;
      return (await unwrap(request<WireSimilarReports>(path, { signal }))).issues;
    },
    // Keeps the last suggestions while new ones load: otherwise they would vanish at each typed letter.
    placeholderData: keepPreviousData,
    retry: false,
  });
