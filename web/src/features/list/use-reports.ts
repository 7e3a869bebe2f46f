import { queryOptions, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import { unwrap } from "../../shared/api/result.ts";
import { whenIdle } from "../../shared/browser/when-idle.ts";
import { createStore, useStore } from "../../shared/store/store.ts";
import { readOwnCachedList } from "./list-cache.ts";
import { type IssuePage, type ListView, listIssues } from "./list-issues.ts";

export const pageQuery = (view: ListView) =>
  queryOptions({
    queryKey: ["issues", view],
    queryFn: ({ signal }) => unwrap(listIssues(view, signal)),
    // A loaded list is updated by use-live-list.ts.
    refetchOnWindowFocus: ({ state }) => state.data === undefined,
    meta: { failure: "Failed to load issues:" },
  });

/** The result of the list's query. use-live-list.ts adds `deleted`: the ids of shown reports that no longer exist. */
export type ReportsQuery = Pick<
  UseQueryResult<IssuePage>,
  "data" | "error" | "isError" | "isFetching" | "isPlaceholderData" | "failureCount"
> & { refetch: () => Promise<{ isSuccess: boolean }>; deleted?: ReadonlySet<string> };

// During hydration React reads the value for server rendering (`false`) in place of this value.
const isHydratedStore = createStore(true);

/** One page of the list or, while it loads, the previous page or the cached list. Prefetches the next page. */
export function useReports(view: ListView): ReportsQuery {
  const client = useQueryClient();
  // Memoized, because the query would call a new function at each render.
  const placeholderData = useCallback((lastPage: IssuePage | undefined) => lastPage ?? readOwnCachedList(view), [view]);
  const query = useQuery({ ...pageQuery(view), placeholderData });
  // The markup of a return visit was rendered by the server when the list was loaded. To match that markup, the cached
  // list counts as loaded during hydration.
  const isHydrated = useStore(isHydratedStore, false);
  const isPlaceholderData = isHydrated && query.isPlaceholderData;
  const loadedPage = query.isPlaceholderData ? undefined : query.data?.page;
  const nextPage = loadedPage && loadedPage.number < loadedPage.pages ? loadedPage.number + 1 : null;
  useEffect(() => {
    if (nextPage === null) return;
    return whenIdle(() => void client.prefetchQuery(pageQuery({ ...view, page: nextPage })));
  }, [client, nextPage, view]);
  // A query that has failed has no placeholder. If nothing could be loaded, show the cached list.
  const hasFailed = query.isError && query.data === undefined;
  const cachedPage = useMemo(() => (hasFailed ? readOwnCachedList(view) : undefined), [hasFailed, view]);
  if (cachedPage === undefined) return { ...query, isPlaceholderData };
  return { ...query, data: cachedPage, isPlaceholderData: true };
}
