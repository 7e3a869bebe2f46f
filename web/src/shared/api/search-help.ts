import type { Filters, WireSearchHelp } from "@logbook/domain";
import { queryOptions } from "@tanstack/react-query";
import { request } from "./http.ts";
import { filterParams } from "./list-issues.ts";
import { unwrap } from "./result.ts";

/** `GET /api/reports/search-help`: advice for a search that finds nothing. A failure shows no error. */
export const searchHelpQuery = (filters: Filters) =>
  queryOptions({
    queryKey: ["search-help", filters],
    queryFn: ({ signal }) =>
      unwrap(
        request<WireSearchHelp>(`/api/reports/search-help?${new URLSearchParams(filterParams(filters))}`, { signal }),
      ),
    retry: false,
  });
