import type { WireSimilarReport, WireSimilarReports } from "@logbook/domain";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { request } from "./http.ts";
import { unwrap } from "./result.ts";

/** `GET /api/reports/similar`. A failure shows no error: a report can be filed without suggestions. */
export const similarReportsQuery = (title: string) =>
  queryOptions({
    // Begins like a report's page, so that a vote reloads it too.
    queryKey: ["report", "similar", title],
    queryFn: async ({ signal }): Promise<readonly WireSimilarReport[]> => {
      const path = `/api/reports/similar?${new URLSearchParams({ title })}`;
      return (await unwrap(request<WireSimilarReports>(path, { signal }))).issues;
    },
    // Otherwise the suggestions would disappear and return with each letter.
    placeholderData: keepPreviousData,
    retry: false,
  });
