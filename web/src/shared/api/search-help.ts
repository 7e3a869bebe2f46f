import type { Filters, WireSearchHelp } from "@logbook/domain";
import { queryOptions } from "@tanstack/react-query";
import { request } from "./http.ts";
import { filterParams } from "./list-issues.ts";
import { unwrap } from "./result.ts";

/** `GET /api/reports/search-help`: advice for a search that finds nothing. The page ignores a failure. */
export const searchHelpQuery = (filters: Filters) =>
  queryOptions({
    queryKey: ["search-help", filters],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams(filterParams(filters));
      return unwrap(request<WireSearchHelp>(`/api/reports/search-help?${query}`, { signal }));
    },
    retry: false,
  });
