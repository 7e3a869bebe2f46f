import type { Filters, WireSearchHelp } from "@logbook/domain";
import { queryOptions } from "@tanstack/react-query";
import { request } from "../../shared/api/http.ts";
import { unwrap } from "../../shared/api/result.ts";
import { filterParams } from "./list-issues.ts";

/** `GET /api/reports/search-help`: advice for a search that finds nothing. */
export const searchHelpQuery = (filters: Filters) =>
  queryOptions({
    queryKey: ["search-help", filters],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams(filterParams(filters));
      return unwrap(request<WireSearchHelp>(`/api/reports/search-help?${query}`, { signal }));
    },
    retry: false,
  });
