import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { unwrap } from "../api/api-error.ts";
import { type ListView, listIssues } from "../api/list-issues.ts";

const pageQuery = (view: ListView) =>
  queryOptions({
    queryKey: ["issues", view],
    queryFn: ({ signal }) => unwrap(listIssues(view, signal)),
    meta: { failure: "Failed to load issues:" },
  });

/** The wanted page of the list; the last one stays while another loads, and the next is fetched ahead. */
export function useIssues(view: ListView) {
  const client = useQueryClient();
  const issues = useQuery({ ...pageQuery(view), placeholderData: keepPreviousData });
  const page = issues.isPlaceholderData ? undefined : issues.data?.page;
  const next = page && page.number < page.pages ? page.number + 1 : null;
  useEffect(() => {
    if (next !== null) void client.prefetchQuery({ ...pageQuery({ ...view, page: next }), retry: false });
  }, [client, next, view]);
  return issues;
}

/** The list's query, as its readers get it. */
export type IssuesQuery = ReturnType<typeof useIssues>;
