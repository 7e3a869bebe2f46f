import { queryOptions, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { type IssuePage, type ListView, listIssues } from "../../shared/api/list-issues.ts";
import { unwrap } from "../../shared/api/result.ts";
import { whenIdle } from "../../shared/browser/when-idle.ts";
import { getSession } from "../../shared/session/store.ts";
import { readCachedList } from "./cached-list.ts";

// The prefetch of the next page waits until the browser is idle, at most this long.
const MAX_PREFETCH_DELAY_MS = 1_000;

export const pageQuery = (view: ListView) =>
  queryOptions({
    queryKey: ["issues", view],
    queryFn: ({ signal }) => unwrap(listIssues(view, signal)),
    // A loaded list is updated by use-live-list.ts.
    refetchOnWindowFocus: ({ state }) => state.data === undefined,
    meta: { failure: "Failed to load issues:" },
  });

/** One page of the list or, while it loads, the previous page or the cached list. Prefetches the next page. */
export function useReports(view: ListView): ReportsQuery {
  const client = useQueryClient();
  // Memoized, because the query would call a new function at each render.
  const placeholderData = useCallback((lastPage: IssuePage | undefined) => lastPage ?? readCached(view), [view]);
  const query = useQuery({ ...pageQuery(view), placeholderData });
  // The server rendered cached markup from a loaded list. So during hydration, when React calls the last function here,
  // the cached list counts as loaded.
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  const isPlaceholderData = isHydrated && query.isPlaceholderData;
  const loadedPage = query.isPlaceholderData ? undefined : query.data?.page;
  const nextPage = loadedPage && loadedPage.number < loadedPage.pages ? loadedPage.number + 1 : null;
  useEffect(() => {
    if (nextPage === null) return;
    return whenIdle(() => void client.prefetchQuery(pageQuery({ ...view, page: nextPage })), MAX_PREFETCH_DELAY_MS);
  }, [client, nextPage, view]);
  // A query that has failed has no placeholder. If nothing could be loaded, show the cached list.
  const hasFailed = query.isError && query.data === undefined;
  const cachedPage = useMemo(() => (hasFailed ? readCached(view) : undefined), [hasFailed, view]);
  if (cachedPage === undefined) return { ...query, isPlaceholderData };
  return { ...query, data: cachedPage, isPlaceholderData: true };
}

const readCached = (view: ListView) => readCachedList(getSession().user?.id ?? "", view);

const subscribeToNothing = () => () => undefined;

/** The result of the list's query. use-live-list.ts adds `deleted`: the ids of shown reports that no longer exist. */
export type ReportsQuery = Pick<
  UseQueryResult<IssuePage>,
  "data" | "error" | "isError" | "isFetching" | "isPlaceholderData" | "failureCount"
> & { refetch: () => Promise<{ isSuccess: boolean }>; deleted?: ReadonlySet<string> };
