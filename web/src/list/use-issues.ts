import { queryOptions, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { unwrap } from "../api/api-error.ts";
import { type IssuePage, type ListView, listIssues } from "../api/list-issues.ts";
import { whenIdle } from "../app/later.ts";
import { takeFirstAnswer, takeFirstPage } from "../first-picture/first-list.ts";
import { keptList } from "../session/kept-list.ts";
import { getSession } from "../session/store.ts";

/** The query for one page of the list. */
export const pageQuery = (view: ListView) =>
  queryOptions({
    queryKey: ["issues", view],
    // What was asked for before React came is not asked for again.
    queryFn: ({ signal }) => unwrap(takeFirstAnswer(view) ?? listIssues(view, signal)),
    initialData: () => takeFirstPage(view),
    // A list that is shown changes in place (use-live-list.ts), and anew only when the person acts.
    refetchOnWindowFocus: (query) => query.state.data === undefined,
    meta: { failure: "Failed to load issues:" },
  });

/** The wanted page of the list; the last one stays while another loads, as does that of the last visit, and the next is fetched ahead. */
export function useIssues(view: ListView): IssuesQuery {
  const client = useQueryClient();
  const issues = useQuery({
    ...pageQuery(view),
    placeholderData: (last) => last ?? keptList(getSession().user?.id ?? "", view),
  });
  const page = issues.isPlaceholderData ? undefined : issues.data?.page;
  const next = page && page.number < page.pages ? page.number + 1 : null;
  useEffect(() => {
    if (next === null) return;
    return whenIdle(() => void client.prefetchQuery(pageQuery({ ...view, page: next })), 1_000);
  }, [client, next, view]);
  // Where no answer comes, as on a train, the list of the last visit is better than none.
  const isWithout = issues.isError && issues.data === undefined;
  const last = useMemo(() => (isWithout ? keptList(getSession().user?.id ?? "", view) : undefined), [isWithout, view]);
  return last === undefined ? issues : { ...issues, data: last, isPlaceholderData: true };
}

/** The list's query, as its readers get it; `deleted` are reports on the page that are no more. */
export type IssuesQuery = Pick<
  UseQueryResult<IssuePage>,
  "data" | "error" | "isError" | "isFetching" | "isPlaceholderData" | "failureCount"
> & { refetch: () => Promise<{ isSuccess: boolean }>; deleted?: ReadonlySet<string> };
