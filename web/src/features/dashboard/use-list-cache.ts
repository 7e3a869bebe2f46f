import { MAX_RENDERED_PAGE_SIZE, type User } from "@logbook/domain";
import { useEffect } from "react";
import type { IssuePage, ListView } from "../../shared/api/issue-page.ts";
import { listIssues } from "../../shared/api/list-issues.ts";
import { whenIdle } from "../../shared/browser/when-idle.ts";
import { getSession } from "../../shared/session/store.ts";
import type { ReportsQuery } from "../list/index.ts";
import { readPageVersion, writeCachedList } from "../list/index.ts";

// A list that is replaced sooner is not cached.
const CACHE_DELAY_MS = 1_000;
// The shortest time between two requests for markup.
const MIN_RENDER_INTERVAL_MS = 15_000;

let lastRenderedAt = Number.NEGATIVE_INFINITY;

/** Caches the list for the next visit. If it came without markup, requests and caches the markup soon after. */
export function useListCache(user: User, view: ListView, { data, deleted, isPlaceholderData }: ReportsQuery): void {
  const list = isPlaceholderData ? undefined : data;
  const shownIds = data?.issues.map(({ id }) => id);
  // A string, because the effect compares its dependencies by identity.
  const deletedIds = shownIds?.filter((id) => deleted?.has(id)).join(" ");
  useEffect(() => {
    if (list === undefined) return;
    const unmounted = new AbortController();
    const write = (page: IssuePage) => {
      if (unmounted.signal.aborted || getSession().user?.id !== user.id) return;
      if (page.drawn) lastRenderedAt = performance.now();
      writeCachedList(user.id, view, page);
    };
    const requestMarkup = async () => {
      lastRenderedAt = performance.now();
      const result = await listIssues(view, unmounted.signal, readPageVersion());
      if (result.ok && result.data.drawn) write(result.data);
    };
    const schedule = (task: () => void, delayMs: number) => {
      const timer = setTimeout(() => whenIdle(() => !unmounted.signal.aborted && task()), delayMs);
      unmounted.signal.addEventListener("abort", () => clearTimeout(timer));
    };
    // Deleted reports are left out: at the next visit they would look as if they existed.
    const page = { ...list, issues: list.issues.filter(({ id }) => !deletedIds?.split(" ").includes(id)) };
    schedule(() => write(page), CACHE_DELAY_MS);
    if (page.drawn === undefined && readPageVersion() !== undefined && view.pageSize <= MAX_RENDERED_PAGE_SIZE)
      schedule(
        () => void requestMarkup().catch(() => undefined),
        Math.max(2 * CACHE_DELAY_MS, lastRenderedAt + MIN_RENDER_INTERVAL_MS - performance.now()),
      );
    return () => unmounted.abort();
  }, [user, view, list, deletedIds]);
}
