import { MAX_RENDERED_PAGE_SIZE, type RenderedPage, type User } from "@logbook/domain";
import { useEffect } from "react";
import { whenIdle } from "../../shared/browser/when-idle.ts";
import { readStored, STORAGE_KEYS, writeStored } from "../../shared/session/local-storage.ts";
import { getSession, hasUserChanged } from "../../shared/session/store.ts";
import { type IssuePage, type ListView, listIssues, listPath } from "./list-issues.ts";

/**
 * The list shown last, with the dashboard's markup from the server. At the next visit `first.js` shows the markup if
 * the user, the request's path and the web app's build are the same.
 */
interface CachedList {
  uid: string;
  path: string;
  page: IssuePage;
  /** `version` is the name of the build for which the markup was rendered. */
  markup?: RenderedPage & { version: string };
}

/** The cached list, if it is this user's list for this view. */
export function readCachedList(uid: string, view: ListView): IssuePage | undefined {
  const cachedList = readStored(STORAGE_KEYS.list) as CachedList | null;
  return cachedList?.uid === uid && cachedList.path === listPath(view) ? cachedList.page : undefined;
}

/** The cached list, if it is the current user's list for this view. */
export function readOwnCachedList(view: ListView): IssuePage | undefined {
  const { user } = getSession();
  return user === null ? undefined : readCachedList(user.id, view);
}

// A list is cached if it is still shown after this time.
const CACHE_DELAY_MS = 1_000;
// Markup is requested only after the list is cached, because caching a list without markup removes cached markup.
const MIN_MARKUP_DELAY_MS = 2_000;
// The shortest time from `lastMarkupAt` to the next request for markup.
const MIN_MARKUP_INTERVAL_MS = 15_000;

/** When markup last arrived or was requested, in milliseconds of `performance.now()`. */
let lastMarkupAt = Number.NEGATIVE_INFINITY;

/** Caches a loaded page for the next visit. If the page has no markup (`drawn`), requests the markup soon after. */
export function useListCache(user: User, view: ListView, loadedPage: IssuePage | undefined): void {
  useEffect(() => {
    if (loadedPage === undefined) return;
    const cancellation = new AbortController();
    const { signal } = cancellation;
    const cachePage = (page: IssuePage) => {
      if (signal.aborted || hasUserChanged(user)) return;
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
      // An aborted request rejects.
      setTimeout(() => whenIdle(() => void cacheMarkup().catch(() => undefined)), delayMs);
    }
    return () => cancellation.abort();
  }, [user, view, loadedPage]);
}

// Both lengths are in characters. Reading a larger list from storage takes longer than requesting it.
const MAX_LIST_LENGTH = 100_000;
const MAX_MARKUP_LENGTH = 300_000;

/** Caches a list and removes the previous one. A list that is too large is not cached. */
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
