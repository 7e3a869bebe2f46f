import type { RenderedPage } from "@logbook/domain";
import { queryOptions, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import type { IssuePage, ListView } from "../../shared/api/issue-page.ts";
import { listIssues, listPath } from "../../shared/api/list-issues.ts";
import { unwrap } from "../../shared/api/result.ts";
import { whenIdle } from "../../shared/browser/when-idle.ts";
import { readStored, STORAGE_KEYS } from "../../shared/session/local-storage.ts";
import { getSession } from "../../shared/session/store.ts";
import { createStore, useStore } from "../../shared/store/store.ts";

export const pageQuery = (view: ListView) =>
  queryOptions({
    queryKey: ["issues", view],
    queryFn: ({ signal }) => unwrap(listIssues(view, signal)),
    // A loaded list is updated by use-live-list.ts.
    refetchOnWindowFocus: ({ state }) => state.data === undefined,
    meta: { failure: "Failed to load issues:" },
  });

const alwaysTrue = createStore(true);

/** One page of the list or, while it loads, the previous page or the cached list. Prefetches the next page. */
export function useReports(view: ListView): ReportsQuery {
  const client = useQueryClient();
  // Memoized, because the query would call a new function at each render.
  const placeholderData = useCallback((lastPage: IssuePage | undefined) => lastPage ?? readCached(view), [view]);
  const query = useQuery({ ...pageQuery(view), placeholderData });
  // `false` during hydration. The server rendered cached markup from a loaded list, so the cached list counts as loaded.
  const isHydrated = useStore(alwaysTrue, false);
  const isPlaceholderData = isHydrated && query.isPlaceholderData;
  const loadedPage = query.isPlaceholderData ? undefined : query.data?.page;
  const nextPage = loadedPage && loadedPage.number < loadedPage.pages ? loadedPage.number + 1 : null;
  useEffect(() => {
    if (nextPage === null) return;
    return whenIdle(() => void client.prefetchQuery(pageQuery({ ...view, page: nextPage })));
  }, [client, nextPage, view]);
  // A query that has failed has no placeholder. If nothing could be loaded, show the cached list.
  const hasFailed = query.isError && query.data === undefined;
  const cachedPage = useMemo(() => (hasFailed ? readCached(view) : undefined), [hasFailed, view]);
  if (cachedPage === undefined) return { ...query, isPlaceholderData };
  return { ...query, data: cachedPage, isPlaceholderData: true };
}

/**
 * The list shown last, the path of its request, and the dashboard's markup from the server. `first.js` shows the markup
 * at the next visit if the user, the path and the web app's build (`version`, its name) are the same.
 */
export interface CachedList {
  uid: string;
  path: string;
  page: IssuePage;
  markup?: RenderedPage & { version: string };
}

/** The cached list, if it is this user's list for this view. */
export function readCachedList(uid: string, view: ListView): IssuePage | undefined {
  const cachedList = readStored(STORAGE_KEYS.list) as CachedList | null;
  return cachedList?.uid === uid && cachedList.path === listPath(view) ? cachedList.page : undefined;
}

const readCached = (view: ListView) => readCachedList(getSession().user?.id ?? "", view);

/** The result of the list's query. use-live-list.ts adds `deleted`: the ids of shown reports that no longer exist. */
export type ReportsQuery = Pick<
  UseQueryResult<IssuePage>,
  "data" | "error" | "isError" | "isFetching" | "isPlaceholderData" | "failureCount"
> & { refetch: () => Promise<{ isSuccess: boolean }>; deleted?: ReadonlySet<string> };
