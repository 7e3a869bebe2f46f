import type { WireSimilarReport, WireSimilarReports } from "@logbook/domain";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { request } from "./http.ts";
import { unwrap } from "./result.ts";

/** `GET /api/reports/similar`. */
async function findSimilar(title: string, signal: AbortSignal): Promise<readonly WireSimilarReport[]> {
  const body = unwrap(
    request<WireSimilarReports>(`/api/reports/similar?${new URLSearchParams({ title })}`, { signal }),
  );
  return (await body).issues;
}

/** The query for reports similar to this title. A failure shows no error: a report can be filed without suggestions. */
export const similarReportsQuery = (title: string) =>
  queryOptions({
    // Begins like a report's page, so that a vote reloads it too.
    queryKey: ["report", "similar", title],
    queryFn: ({ signal }) => findSimilar(title, signal),
    // Otherwise the suggestions would disappear and return with each letter.
    placeholderData: keepPreviousData,
    retry: false,
  });
