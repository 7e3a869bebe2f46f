import { queryOptions, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { unwrap } from "../../shared/api/api-error.ts";
import type { IssuePage, ListView } from "../../shared/api/issue-page.ts";
import { listIssues } from "../../shared/api/list-issues.ts";
import { whenIdle } from "../../shared/browser/when-idle.ts";
import { getSession } from "../../shared/session/store.ts";
import { readCachedList } from "./cached-list.ts";

/** The query for one page of the list. */
export const pageQuery = (view: ListView) =>
  queryOptions({
    queryKey: ["issues", view],
    queryFn: ({ signal }) => unwrap(listIssues(view, signal)),
    // A list that is shown changes in place (use-live-list.ts), and anew only when the person acts.
    refetchOnWindowFocus: (query) => query.state.data === undefined,
    meta: { failure: "Failed to load issues:" },
  });

/** The wanted page of the list; the last one stays while another loads, as does that of the last visit, and the next is fetched ahead. */
export function useIssues(view: ListView): IssuesQuery {
  const client = useQueryClient();
  // The same function for the same view, or it would be called each time the page is drawn.
  const placeholderData = useCallback(
    (last: IssuePage | undefined) => last ?? readCachedList(getSession().user?.id ?? "", view),
    [view],
  );
  const issues = useQuery({ ...pageQuery(view), placeholderData });
  // The kept markup was that of an answer, and React has to find it as it is.
  const isHydrated = useSyncExternalStore(subscribeToNothing, isTrue, isFalse);
  const isPlaceholderData = isHydrated && issues.isPlaceholderData;
  const page = issues.isPlaceholderData ? undefined : issues.data?.page;
  const next = page && page.number < page.pages ? page.number + 1 : null;
  useEffect(() => {
    if (next === null) return;
    return whenIdle(() => void client.prefetchQuery(pageQuery({ ...view, page: next })), 1_000);
  }, [client, next, view]);
  // Where no answer comes, as on a train, the list of the last visit is better than none.
  const isWithout = issues.isError && issues.data === undefined;
  const last = useMemo(
    () => (isWithout ? readCachedList(getSession().user?.id ?? "", view) : undefined),
    [isWithout, view],
  );
  return last === undefined ? { ...issues, isPlaceholderData } : { ...issues, data: last, isPlaceholderData: true };
}

const subscribeToNothing = () => () => undefined;
const isTrue = () => true;
const isFalse = () => false;

/** The list's query, as its readers get it; `deleted` are reports on the page that are no more. */
export type IssuesQuery = Pick<
  UseQueryResult<IssuePage>,
  "data" | "error" | "isError" | "isFetching" | "isPlaceholderData" | "failureCount"
> & { refetch: () => Promise<{ isSuccess: boolean }>; deleted?: ReadonlySet<string> };
