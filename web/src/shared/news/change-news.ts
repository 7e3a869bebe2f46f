import type { FollowMode } from "@logbook/domain";
import { storeFollowMode, storeNewsSeen } from "../api/news.ts";
import { reloadIssues } from "../api/reload-issues.ts";
import { unwrap } from "../api/result.ts";
import { loadNews, newsCounts, newsState } from "./news.ts";

/** Marks the news of one report, or all, as seen: at once on the page, then on the server, for all devices. */
export async function markNewsSeen(issueId?: string): Promise<void> {
  const { news } = newsState.get();
  const newest = news?.items[0];
  if (news === null || newest === undefined) return;
  const isOf = (id: string) => issueId === undefined || id === issueId;
  const items = news.items.map((item) => (isOf(item.issueId) ? { ...item, isUnread: false } : item));
  const unreadReports = news.unreadReports.filter((id) => !isOf(id));
  const isAllRead = unreadReports.length === 0;
  const unreadItems = news.items.filter(({ isUnread }) => isUnread);
  // Only the newest are in `items`. The server counts the others.
  const areOthersUnread = news.unread > unreadItems.length;
  const nowRead = unreadItems.filter((item) => isOf(item.issueId)).length;
  const unread = isAllRead ? 0 : news.unread - nowRead;
  const unreadSince = isAllRead ? null : news.unreadSince;
  newsState.set({ hasFailed: false, news: { ...news, items, unread, unreadReports, unreadSince } });
  newsCounts.changes += 1;
  const loadsBefore = newsCounts.loads;
  try {
    await unwrap(storeNewsSeen({ until: newest.at, ...(issueId !== undefined && { issueId }) }));
  } finally {
    newsCounts.changes += 1;
    // News that were loaded meanwhile may be from before the server stored this change.
    if (newsCounts.loads !== loadsBefore || areOthersUnread) void loadNews();
  }
}

/** Sets how the user follows a report. */
export async function setFollowMode(id: string, mode: FollowMode): Promise<void> {
  await unwrap(storeFollowMode(id, mode), "Failed to follow:");
  newsCounts.changes += 1;
  const { news } = newsState.get();
  if (news !== null)
    newsState.set({ hasFailed: false, news: { ...news, following: { ...news.following, [id]: mode } } });
  // The mode decides which changes are news, and whether the list of followed reports contains this one.
  await Promise.all([loadNews(), reloadIssues()]);
}
