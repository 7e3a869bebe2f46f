import type { WireNews } from "@logbook/domain";
import { useEffect, useRef } from "react";
import { onReturn } from "../../shared/browser/on-return.ts";
import { whenIdle } from "../../shared/browser/when-idle.ts";
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

// A trigger writes a change into the history some seconds after the change. All windows learn of the change at the same
// moment, so the random part of the delay spreads their requests.
const UPDATE_DELAY_MS = 4_000;
const RANDOM_DELAY_MS = 2_000;
const RETRY_DELAY_MS = 20_000;
let timer: ReturnType<typeof setTimeout> | undefined;
let isRetryScheduled = false;
/** The number of changes that may be news. The page has learned of them since it last began to load the news. */
let changesToLoad = 0;
/**
 * The board's last revision that `changesToLoad` counts. With it no change is counted twice, although the list and a
 * report's page both use `useNewsUpdates`.
 */
let countedRevision = 0;

/**
 * `ownChanges` grows when the user changes their news, and when the server has stored the change: the response to an
 * earlier request lacks the change. `loads` counts the responses that the page shows.
 */
export const newsCounts = { ownChanges: 0, loads: 0 };
/** The ids of reports that the user follows because of a write in this visit. The server may not know that yet. */
const newlyFollowedIds = new Set<string>();

onUserChange(() => {
  newsState.set(NOT_LOADED);
  newlyFollowedIds.clear();
  isNewsPanelOpen.set(false);
  clearTimeout(timer);
  timer = undefined;
  changesToLoad = 0;
  countedRevision = 0;
});

export const useNews = (): NewsState => useStore(newsState, NOT_LOADED);

/** Whether a report that the user follows has changed since they saw it. */
export const useIsUnread = (id: string): boolean => useNews().news?.unreadReports.includes(id) ?? false;

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
    newsState.set({ news: withNewlyFollowed(result.data), hasFailed: false });
  }
}

function withNewlyFollowed(news: News): News {
  const newModes = Object.fromEntries([...newlyFollowedIds].map((id) => [id, "all"] as const));
  // A mode that the server knows overrides the default `all`.
  return { ...news, following: { ...newModes, ...news.following } };
}

/** Loads the news after a delay, unless loading is already scheduled. Replaces a scheduled retry. */
function scheduleLoading({ isRetry } = { isRetry: false }): void {
  if (timer !== undefined && !isRetryScheduled) return;
  clearTimeout(timer);
  isRetryScheduled = isRetry;
  const delayMs = isRetry ? RETRY_DELAY_MS : UPDATE_DELAY_MS;
  timer = setTimeout(() => void loadOrRetry(), delayMs + Math.random() * RANDOM_DELAY_MS);
}

/** Loads the news. If a change may be missing, schedules a retry, which expects no change and so is the last one. */
async function loadOrRetry(): Promise<void> {
  timer = undefined;
  const expectedChanges = changesToLoad;
  changesToLoad = 0;
  // `loadNews` gives up if the user changes meanwhile, and so does this function.
  const { user } = getSession();
  const newestIdBefore = newsState.get().news?.items[0]?.id;
  await loadNews();
  if (hasUserChanged(user)) return;
  const hasNothingNew = newsState.get().news?.items[0]?.id === newestIdBefore;
  // Of several changes, only some may be in the news yet.
  if (expectedChanges > 1 || (expectedChanges === 1 && hasNothingNew)) scheduleLoading({ isRetry: true });
}

/** The board's revision and the report that was written last (`BoardState` in features/live); `null` if unknown. */
interface Board {
  revision: number | null;
  issueId: string | null;
}

/**
 * Loads the news once the page is idle, again when a report that the user follows was written, and when the user
 * returns. Writes of other reports cause no request.
 */
export function useNewsUpdates({ revision, issueId }: Board): void {
  const lastRevision = useRef<number | null>(null);
  useEffect(() => {
    const { news } = newsState.get();
    // Until this page has read the board, the last known revision is that of the loaded news.
    const revisionBefore = lastRevision.current ?? news?.revision ?? null;
    lastRevision.current = revision;
    if (revisionBefore === null || revision === null) return;
    // After a backup was restored, the board's revisions are lower.
    if (revision < revisionBefore) countedRevision = revision;
    if (revision <= revisionBefore) return;
    const isFollowed = issueId !== null && (news?.following[issueId] ?? "none") !== "none";
    // If the revision grew by more than one, `issueId` is only the last written report; the others may be followed.
    if (!isFollowed && revision === revisionBefore + 1) return;
    if (revision <= countedRevision) return;
    changesToLoad += revision - Math.max(revisionBefore, countedRevision);
    countedRevision = revision;
    scheduleLoading();
  }, [revision, issueId]);
  useEffect(() => (newsState.get().news === null ? whenIdle(loadNews) : undefined), []);
  useEffect(() => onReturn(() => scheduleLoading()), []);
}

/** Stores that the user follows a report because of their own write, until the server knows that. */
export function markAsFollowed(id: string): void {
  newlyFollowedIds.add(id);
  const { news, hasFailed } = newsState.get();
  if (news !== null) newsState.set({ hasFailed, news: withNewlyFollowed(news) });
}

/** Reverts `markAsFollowed`, and loads whether the user still follows the report. */
export async function reloadWhetherFollowed(id: string): Promise<void> {
  newlyFollowedIds.delete(id);
  await loadNews();
}
