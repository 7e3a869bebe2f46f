import type { WireNews } from "@logbook/domain";
import { useEffect, useRef } from "react";
import { readNews } from "../api/news.ts";
import { onReturn } from "../browser/on-return.ts";
import { whenIdle } from "../browser/when-idle.ts";
import { getSession, onUserChange } from "../session/store.ts";
import { createStore, useStore } from "../store/store.ts";

export type News = Omit<WireNews, "success">;

/** The user's news; `null` until they are loaded, and `hasFailed` if the last request failed. */
export interface NewsState {
  news: News | null;
  hasFailed: boolean;
}

const NOT_LOADED: NewsState = { news: null, hasFailed: false };
export const newsState = createStore(NOT_LOADED);
/** Whether the panel with the news is open. */
export const newsPanel = createStore(false);

// A change is in the history some seconds after it, when its trigger has run. The random part spreads the requests of
// all windows, which learn of a change at the same moment.
const UPDATE_DELAY_MS = 4_000;
const RANDOM_DELAY_MS = 2_000;
const RETRY_DELAY_MS = 20_000;
let scheduled: ReturnType<typeof setTimeout> | undefined;
let isRetryScheduled = false;
/** How many changes of followed reports the page has learned of since it last began to load the news. */
let changesToLoad = 0;
/** The board's revision up to which changes are counted: the list and a report's page above it both learn of each. */
let countedRevision = 0;

/**
 * `changes` counts the user's own changes of their news: the response to an earlier request does not contain them.
 * `loads` counts the responses that the page shows.
 */
export const newsCounts = { changes: 0, loads: 0 };
/** Reports that the user follows by a write in this visit, which the server may not know yet. */
const ownWrites = new Set<string>();

onUserChange(() => {
  newsState.set(NOT_LOADED);
  ownWrites.clear();
  newsPanel.set(false);
  clearTimeout(scheduled);
  scheduled = undefined;
  changesToLoad = 0;
  countedRevision = 0;
});

export const useNews = (): NewsState => useStore(newsState, NOT_LOADED);

/** Whether a report that the user follows has changed since they saw it. */
export const useIsUnread = (id: string): boolean => useNews().news?.unreadReports.includes(id) ?? false;

/** Loads the news. If loading fails, the last news stay. */
export async function loadNews(): Promise<void> {
  const { user } = getSession();
  const changesBefore = newsCounts.changes;
  const result = await readNews();
  // Another user may have signed in meanwhile.
  if (getSession().user?.id !== user?.id) return;
  if (!result.ok) newsState.set({ ...newsState.get(), hasFailed: true });
  else if (newsCounts.changes !== changesBefore) await loadNews();
  else {
    newsCounts.loads += 1;
    newsState.set({ news: withOwnWrites(result.data), hasFailed: false });
  }
}

function withOwnWrites(news: News): News {
  const own = Object.fromEntries([...ownWrites].map((id) => [id, "all"] as const));
  return { ...news, following: { ...own, ...news.following } };
}

/** Loads the news after `delayMs`, unless they are about to be loaded anyway. A waiting retry is replaced. */
function scheduleLoading(delayMs = UPDATE_DELAY_MS): void {
  if (scheduled !== undefined && !isRetryScheduled) return;
  clearTimeout(scheduled);
  isRetryScheduled = delayMs === RETRY_DELAY_MS;
  scheduled = setTimeout(() => void loadOrRetry(), delayMs + Math.random() * RANDOM_DELAY_MS);
}

/** Loads the news, and once more later if the event of a change may be missing in them. */
async function loadOrRetry(): Promise<void> {
  scheduled = undefined;
  const changes = changesToLoad;
  changesToLoad = 0;
  const { user } = getSession();
  const newest = newsState.get().news?.items[0]?.id;
  await loadNews();
  if (getSession().user?.id !== user?.id) return;
  const hasNothingNew = newsState.get().news?.items[0]?.id === newest;
  if (changes > 1 || (changes === 1 && hasNothingNew)) scheduleLoading(RETRY_DELAY_MS);
}

/** The parts of `BoardState` (features/live) that the news need. */
interface Board {
  revision: number | null;
  issueId: string | null;
}

/**
 * Loads the news once the page is idle, again when a report that the user follows was written, and when the user
 * returns. Other moves of the board cause no request.
 */
export function useNewsUpdates({ revision, issueId }: Board): void {
  const last = useRef<number | null>(null);
  useEffect(() => {
    const { news } = newsState.get();
    // The news may be older than the listener's first event.
    const before = last.current ?? news?.revision ?? null;
    last.current = revision;
    // A restored backup has a new board.
    if (before !== null && revision !== null && revision < before) countedRevision = revision;
    if (before === null || revision === null || revision <= before) return;
    const isFollowed = issueId !== null && (news?.following[issueId] ?? "none") !== "none";
    // If the board moved several times at once, the page knows only the last report.
    if (!isFollowed && revision === before + 1) return;
    if (revision <= countedRevision) return;
    changesToLoad += revision - Math.max(before, countedRevision);
    countedRevision = revision;
    scheduleLoading();
  }, [revision, issueId]);
  useEffect(() => (newsState.get().news === null ? whenIdle(() => void loadNews()) : undefined), []);
  useEffect(() => onReturn(() => scheduleLoading()), []);
}

/** Records that the user follows a report because of their own write, before the server says so. */
export function followOwnWrite(id: string): void {
  ownWrites.add(id);
  const { news, hasFailed } = newsState.get();
  if (news !== null) newsState.set({ hasFailed, news: withOwnWrites(news) });
}

/** Removes what `followOwnWrite` recorded, and loads whether the user still follows the report. */
export async function forgetOwnWrite(id: string): Promise<void> {
  ownWrites.delete(id);
  await loadNews();
}
