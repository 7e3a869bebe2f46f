import type { FollowMode, WireNews, WireNewsItem } from "@logbook/domain";
import { failureText, unwrap } from "../../shared/api/result.ts";
import { createAnnouncer, type MessageAction } from "../../shared/ui/announcer.tsx";
import { reloadIssues } from "../after-write/index.ts";
import { storeEntriesSeen, storeFollowMode, storeNewsSeen } from "./api.ts";
import { followModeIn, loadNews, newsCounts, newsState, tellOtherWindows } from "./news.ts";
import { unreadEntryCount } from "./news-texts.ts";

/** Marks the news of one report, or all news, as seen: at once on the page, then on the server, for all devices. */
export async function markNewsSeen(issueId?: string): Promise<void> {
  const { news } = newsState.get();
  const newest = news?.items[0];
  if (news === null || newest === undefined) return;
  const isMarked = (item: Pick<WireNewsItem, "issueId" | "kind">) =>
    issueId === undefined || (item.issueId === issueId && item.kind !== "published");
  const items = news.items.map((item) => (isMarked(item) ? { ...item, isUnread: false } : item));
  const isStillUnread = (id: string) => issueId !== undefined && id !== issueId;
  const unreadReports = news.unreadReports.filter(isStillUnread);
  const unreadOwn = news.unreadOwn.filter(isStillUnread);
  const unread = unreadReports.length + (issueId === undefined ? 0 : unreadEntryCount(news));
  const unreadSince = unreadReports.length === 0 ? null : news.unreadSince;
  newsState.set({ hasFailed: false, news: { ...news, items, unread, unreadReports, unreadOwn, unreadSince } });
  // Responses to earlier requests lack this change: the new number makes `loadNews` send such a request again.
  newsCounts.ownChanges += 1;
  const loadsBefore = newsCounts.loads;
  try {
    await unwrap(storeNewsSeen({ until: newest.at, ...(issueId !== undefined && { issueId }) }));
    tellOtherWindows();
  } finally {
    // Requests that were sent before the server stored this change lack it, too.
    newsCounts.ownChanges += 1;
    // If news was loaded meanwhile, the server may have sent it before storing this change.
    if (newsCounts.loads !== loadsBefore) void loadNews();
  }
}

/** Whether there are entries of What's new that the user has not seen. */
export const hasNewEntries = ({ items, newEntry }: Pick<WireNews, "items" | "newEntry">): boolean =>
  newEntry !== undefined || items.some(({ kind, isUnread }) => kind === "published" && isUnread);

/** Marks the entries of What's new up to the time `until` as seen: at once on the page, then for all devices. */
export async function markEntriesSeen(until: string): Promise<void> {
  const { news } = newsState.get();
  if (news === null || !hasNewEntries(news)) return;
  const { newEntry: _, ...others } = news;
  const isSeen = ({ kind, isUnread }: WireNewsItem) => kind === "published" && isUnread;
  const items = news.items.map((item) => (isSeen(item) ? { ...item, isUnread: false } : item));
  newsState.set({ hasFailed: false, news: { ...others, items, unread: news.unreadReports.length } });
  // As in `markNewsSeen`: responses to requests that were sent before this change is stored lack it.
  newsCounts.ownChanges += 1;
  try {
    await unwrap(storeEntriesSeen(until));
    tellOtherWindows();
  } finally {
    newsCounts.ownChanges += 1;
  }
}

/**
 * Sets how the user follows a report. A message says what they get from now on, or why nothing has changed; who stops
 * following can undo that.
 */
export async function changeFollowMode(id: string, mode: FollowMode, isUndo = false): Promise<void> {
  // Announces nothing if the user signs out meanwhile.
  const announceResult = createAnnouncer();
  const before = followModeIn(newsState.get().news, id);
  try {
    await setFollowMode(id, mode, isUndo);
    const action = mode === "none" && before !== "none" ? undoAction(id, before) : undefined;
    announceResult(CONFIRMATIONS[mode], action);
  } catch (error) {
    announceResult(`You follow this report as before. ${failureText(error)}`);
  }
}

const undoAction = (id: string, mode: FollowMode): MessageAction => ({
  label: "Undo",
  shortcutHint: "Ctrl+Z follows it again.",
  run: () => void changeFollowMode(id, mode, true),
});

const CONFIRMATIONS: Record<FollowMode, string> = {
  all: "You get news of every change of this report.",
  status: "You get news of this report's status only.",
  none: "You get no more news of this report.",
};

/** Follows a report, or stops following it. */
export async function toggleFollow(id: string): Promise<void> {
  if (newsState.get().news === null) await loadNews();
  const { news } = newsState.get();
  await changeFollowMode(id, followModeIn(news, id) === "none" ? "all" : "none");
}

async function setFollowMode(id: string, mode: FollowMode, isUndo: boolean): Promise<void> {
  await unwrap(storeFollowMode(id, mode, isUndo), "Failed to follow:");
  newsCounts.ownChanges += 1;
  tellOtherWindows();
  const { news } = newsState.get();
  if (news !== null)
    newsState.set({ hasFailed: false, news: { ...news, following: { ...news.following, [id]: mode } } });
  // The mode decides which changes are news, and whether the list of followed reports contains this one.
  await Promise.all([loadNews(), reloadIssues()]);
}
