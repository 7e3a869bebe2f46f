import { queryOptions, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import type { IssuePage, ListView } from "../../shared/api/issue-page.ts";
import { listIssues } from "../../shared/api/list-issues.ts";
import { unwrap } from "../../shared/api/result.ts";
import { whenIdle } from "../../shared/browser/when-idle.ts";
import { getSession } from "../../shared/session/store.ts";
import { readCachedList } from "./cached-list.ts";

// The prefetch of the next page waits for an idle browser, but no longer than this.
const MAX_PREFETCH_DELAY_MS = 1_000;

export const pageQuery = (view: ListView) =>
  queryOptions({
    queryKey: ["issues", view],
    queryFn: ({ signal }) => unwrap(listIssues(view, signal)),
    // A loaded list is updated in place (use-live-list.ts).
    refetchOnWindowFocus: ({ state }) => state.data === undefined,
    meta: { failure: "Failed to load issues:" },
  });

/** One page of the list or, while it loads, the previous page or the cached list. Prefetches the next page. */
export function useReports(view: ListView): ReportsQuery {
  const client = useQueryClient();
  // Memoized, because the query would call a new function at each render.
  const placeholderData = useCallback((previous: IssuePage | undefined) => previous ?? readCached(view), [view]);
  const query = useQuery({ ...pageQuery(view), placeholderData });
  // The cached markup was rendered from a response, so hydration must not render a placeholder.
  const isHydrated = useSyncExternalStore(subscribeToNothing, isTrue, isFalse);
  const isPlaceholderData = isHydrated && query.isPlaceholderData;
  const page = query.isPlaceholderData ? undefined : query.data?.page;
  const nextPage = page && page.number < page.pages ? page.number + 1 : null;
  useEffect(() => {
    if (nextPage === null) return;
    return whenIdle(() => void client.prefetchQuery(pageQuery({ ...view, page: nextPage })), MAX_PREFETCH_DELAY_MS);
  }, [client, nextPage, view]);
  // Without a connection, the cached list is better than none.
  const hasFailed = query.isError && query.data === undefined;
  const cached = useMemo(() => (hasFailed ? readCached(view) : undefined), [hasFailed, view]);
  return cached === undefined ? { ...query, isPlaceholderData } : { ...query, data: cached, isPlaceholderData: true };
}

const readCached = (view: ListView) => readCachedList(getSession().user?.id ?? "", view);

const subscribeToNothing = () => () => undefined;
const isTrue = () => true;
const isFalse = () => false;

/** The result of the list's query; `deleted` has the ids of reports on the page that no longer exist. */
export type ReportsQuery = Pick<
  UseQueryResult<IssuePage>,
  "data" | "error" | "isError" | "isFetching" | "isPlaceholderData" | "failureCount"
> & { refetch: () => Promise<{ isSuccess: boolean }>; deleted?: ReadonlySet<string> };
