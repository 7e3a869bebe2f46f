import type { FollowMode, WireNews } from "@logbook/domain";
import { useEffect } from "react";
import { createRequestPace } from "../../shared/api/request-pace.ts";
import { onReturn } from "../../shared/browser/on-return.ts";
import { whenIdle } from "../../shared/browser/when-idle.ts";
import { setUnreadCount } from "../../shared/screens/window-title.ts";
import { writeStored } from "../../shared/session/local-storage.ts";
import { getSession, hasUserChanged, onUserChange } from "../../shared/session/store.ts";
import { createStore, useStore } from "../../shared/store/store.ts";
import { readNews } from "./api.ts";

export type News = Omit<WireNews, "success">;

/** `news` is `null` until the news is loaded. `hasFailed` says whether the last request failed. */
export interface NewsState {
  news: News | null;
  hasFailed: boolean;
}

const NOT_LOADED: NewsState = { news: null, hasFailed: false };
export const newsState = createStore(NOT_LOADED);
export const isNewsPanelOpen = createStore(false);
newsState.subscribe(() => setUnreadCount(newsState.get().news?.unread ?? 0));

const pace = createRequestPace();
let timer: ReturnType<typeof setTimeout> | undefined;
/** The last revision of the board that this page has seen; the list and a report's page listen to it each. */
let lastRevision: number | null = null;

/**
 * `ownChanges` grows when the user changes their news, and when the server has stored the change: the response to an
 * earlier request lacks the change. `loads` counts the responses that the page shows.
 */
export const newsCounts = { ownChanges: 0, loads: 0 };

onUserChange(() => {
  newsState.set(NOT_LOADED);
  isNewsPanelOpen.set(false);
  clearTimeout(timer);
  timer = undefined;
  lastRevision = null;
});

export const useNews = (): NewsState => useStore(newsState, NOT_LOADED);

/** Whether a report that the user follows has changed since they saw it. */
export const useIsUnread = (id: string): boolean => useNews().news?.unreadReports.includes(id) ?? false;

/** How the user follows a report. An id may also be the name of a property that each object has, such as `constructor`. */
export const followModeIn = (news: News | null, id: string): FollowMode =>
  news !== null && Object.hasOwn(news.following, id) ? news.following[id]! : "none";

/** Loads the news. If loading fails, the page keeps the last news. */
export async function loadNews(): Promise<void> {
  const { user } = getSession();
  const ownChangesBefore = newsCounts.ownChanges;
  const result = await readNews();
  // Another user may have signed in meanwhile.
  if (hasUserChanged(user)) return;
  if (!result.ok) newsState.set({ ...newsState.get(), hasFailed: true });
  else if (newsCounts.ownChanges !== ownChangesBefore) await loadNews();
  else {
    newsCounts.loads += 1;
    newsState.set({ news: result.data, hasFailed: false });
  }
}

/** Loads the news after a delay, unless loading is already scheduled. */
function scheduleLoading(): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    pace.note();
    void loadNews();
  }, pace.delay());
}

/** The board's revision and the report that was written last (`BoardState` in features/live); `null` if unknown. */
interface Board {
  revision: number | null;
  issueId: string | null;
}

/**
 * Loads the news once the page is idle, again when a report that the user follows was written, when the user has read
 * news in another window, and when they return. Writes of other reports cause no request.
 */
export function useNewsUpdates({ revision, issueId }: Board): void {
  useEffect(() => {
    if (revision === null) return;
    const { news } = newsState.get();
    // Until this page has read the board, the last known revision is that of the loaded news.
    const revisionBefore = lastRevision ?? news?.revision ?? null;
    lastRevision = revision;
    if (revisionBefore === null || revision <= revisionBefore) return;
    const isFollowed =
      issueId !== null && (followModeIn(news, issueId) !== "none" || (news?.targets?.includes(issueId) ?? false));
    // If the revision grew by more than one, `issueId` is only the last written report; the others may be followed. A
    // move without a report, as when an entry of What's new is published, may be news for everybody.
    if (isFollowed || issueId === "" || revision > revisionBefore + 1) scheduleLoading();
  }, [revision, issueId]);
  useEffect(() => (newsState.get().news === null ? whenIdle(loadNews) : undefined), []);
  useEffect(() => onReturn(() => scheduleLoading()), []);
  useEffect(() => {
    const loadForMarker = ({ key, newValue }: StorageEvent) => {
      if (key === CHANGED_KEY && newValue !== null) scheduleLoading();
    };
    addEventListener("storage", loadForMarker);
    return () => removeEventListener("storage", loadForMarker);
  }, []);
}

const CHANGED_KEY = "logbook.news-changed";

/** Makes the browser's other windows load the news again, once the server has stored what the user has read or follows. */
export function tellOtherWindows(): void {
  // Only the event counts; nothing stays stored.
  writeStored(CHANGED_KEY, true);
  writeStored(CHANGED_KEY, null);
}

/** Shows at once that the user follows a report, after their own write has made the server store that. */
export function markAsFollowed(id: string): void {
  newsCounts.ownChanges += 1;
  const { news, hasFailed } = newsState.get();
  if (news !== null) newsState.set({ hasFailed, news: { ...news, following: { [id]: "all", ...news.following } } });
}

/** Loads whether the user still follows a report, after they have taken their vote back. */
export async function reloadFollowed(): Promise<void> {
  newsCounts.ownChanges += 1;
  await loadNews();
}
