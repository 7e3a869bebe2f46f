import { MAX_RENDERED_PAGE_SIZE, type User } from "@logbook/domain";
import { useEffect } from "react";
import { type IssuePage, type ListView, listIssues } from "../../shared/api/list-issues.ts";
import { whenIdle } from "../../shared/browser/when-idle.ts";
import { getSession } from "../../shared/session/store.ts";
import { type ReportsQuery, readBuildName, writeCachedList } from "../list/index.ts";

// A list is cached if it is still shown after this time.
const CACHE_DELAY_MS = 1_000;
// Markup is requested only after the list is cached, because caching a list without markup removes cached markup.
const MIN_MARKUP_DELAY_MS = 2_000;
// The shortest time between the last markup from the server and the next request for markup.
const MIN_MARKUP_INTERVAL_MS = 15_000;

let lastMarkupAt = Number.NEGATIVE_INFINITY;

/**
 * Caches the list for the next visit, with its markup from the server (`drawn`). If the list came without markup,
 * requests and caches the markup soon after.
 */
export function useListCache(user: User, view: ListView, { data, deleted, isPlaceholderData }: ReportsQuery): void {
  const loadedPage = isPlaceholderData ? undefined : data;
  const shownIds = data?.issues.map(({ id }) => id);
  // One string, because the effect compares its dependencies by identity.
  const deletedIds = shownIds?.filter((id) => deleted?.has(id)).join(" ");
  useEffect(() => {
    if (loadedPage === undefined) return;
    const cancellation = new AbortController();
    const cachePage = (page: IssuePage) => {
      if (cancellation.signal.aborted || getSession().user?.id !== user.id) return;
      if (page.drawn) lastMarkupAt = performance.now();
      writeCachedList(user.id, view, page);
    };
    const requestMarkup = async () => {
      lastMarkupAt = performance.now();
      // The build's name in the request asks the server for markup.
      const result = await listIssues(view, cancellation.signal, readBuildName());
      if (result.ok && result.data.drawn) cachePage(result.data);
    };
    const schedule = (task: () => void, delayMs: number) => {
      const timer = setTimeout(() => whenIdle(() => !cancellation.signal.aborted && task()), delayMs);
      cancellation.signal.addEventListener("abort", () => clearTimeout(timer));
    };
    // Deleted reports are not cached: at the next visit they would look as if they existed.
    const page = { ...loadedPage, issues: loadedPage.issues.filter(({ id }) => !deletedIds?.split(" ").includes(id)) };
    schedule(() => cachePage(page), CACHE_DELAY_MS);
    // In development there is no build, and the server renders no markup.
    const isMarkupMissing =
      page.drawn === undefined && readBuildName() !== undefined && view.pageSize <= MAX_RENDERED_PAGE_SIZE;
    if (isMarkupMissing)
      schedule(
        () => void requestMarkup().catch(() => undefined),
        Math.max(MIN_MARKUP_DELAY_MS, lastMarkupAt + MIN_MARKUP_INTERVAL_MS - performance.now()),
      );
    return () => cancellation.abort();
  }, [user, view, loadedPage, deletedIds]);
}
