import { MAX_RENDERED_PAGE_SIZE, type RenderedPage, type User } from "@logbook/domain";
import { queryOptions, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import { type IssuePage, type ListView, listIssues, listPath } from "../../shared/api/list-issues.ts";
import { unwrap } from "../../shared/api/result.ts";
import { whenIdle } from "../../shared/browser/when-idle.ts";
import { readStored, STORAGE_KEYS, writeStored } from "../../shared/session/local-storage.ts";
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

/** The result of the list's query. use-live-list.ts adds `deleted`: the ids of shown reports that no longer exist. */
export type ReportsQuery = Pick<
  UseQueryResult<IssuePage>,
  "data" | "error" | "isError" | "isFetching" | "isPlaceholderData" | "failureCount"
> & { refetch: () => Promise<{ isSuccess: boolean }>; deleted?: ReadonlySet<string> };

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
interface CachedList {
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

// A list is cached if it is still shown after this time.
const CACHE_DELAY_MS = 1_000;
// Markup is requested only after the list is cached, because caching a list without markup removes cached markup.
const MIN_MARKUP_DELAY_MS = 2_000;
// The shortest time between the last markup from the server and the next request for markup.
const MIN_MARKUP_INTERVAL_MS = 15_000;

let lastMarkupAt = Number.NEGATIVE_INFINITY;

/** Caches a loaded page for the next visit. Markup (`drawn`) that the page came without is requested soon after. */
export function useListCache(user: User, view: ListView, loadedPage: IssuePage | undefined): void {
  useEffect(() => {
    if (loadedPage === undefined) return;
    const cancellation = new AbortController();
    const { signal } = cancellation;
    const cachePage = (page: IssuePage) => {
      if (signal.aborted || getSession().user?.id !== user.id) return;
      if (page.drawn) lastMarkupAt = performance.now();
      writeCachedList(user.id, view, page);
    };
    const cacheMarkup = async () => {
      if (signal.aborted) return;
      lastMarkupAt = performance.now();
      // The build's name in the request asks the server for markup.
      const result = await listIssues(view, signal, readBuildName());
      if (result.ok && result.data.drawn) cachePage(result.data);
    };
    setTimeout(() => whenIdle(() => cachePage(loadedPage)), CACHE_DELAY_MS);
    // In development there is no build, and the server renders no markup.
    if (loadedPage.drawn === undefined && readBuildName() !== undefined && view.pageSize <= MAX_RENDERED_PAGE_SIZE) {
      const delayMs = Math.max(MIN_MARKUP_DELAY_MS, lastMarkupAt + MIN_MARKUP_INTERVAL_MS - performance.now());
      setTimeout(() => whenIdle(() => void cacheMarkup().catch(() => undefined)), delayMs);
    }
    return () => cancellation.abort();
  }, [user, view, loadedPage]);
}

// Both lengths are in characters. Reading a larger list from storage takes longer than requesting it.
const MAX_LIST_LENGTH = 100_000;
const MAX_MARKUP_LENGTH = 300_000;

/** Caches a list in place of the previous one. Instead of a list that is too large, nothing is cached. */
function writeCachedList(uid: string, view: ListView, { drawn: markup, ...page }: IssuePage): void {
  const list: CachedList = { uid, path: listPath(view), page };
  const version = readBuildName();
  const hasMarkup = markup !== undefined && version !== undefined && markup.html.length <= MAX_MARKUP_LENGTH;
  if (JSON.stringify(list).length > MAX_LIST_LENGTH) writeStored(STORAGE_KEYS.list, null);
  else writeStored(STORAGE_KEYS.list, hasMarkup ? { ...list, markup: { ...markup, version } } : list);
}

/** The name of the web app's build, from the page's data block `code` (first-paint.ts); `undefined` in development. */
function readBuildName(): string | undefined {
  const { version } = JSON.parse(document.getElementById("code")?.textContent ?? "{}") as { version?: string };
  return version;
}
