import { isRecord } from "@logbook/domain";
import { followModeIn, loadNews, type News, newsState } from "./news.ts";

/** The document `follows/{uid}`: what the API has stored of the user's follows and news, on all their devices. */
export type StoredFollows = Record<string, unknown>;

// After an own write the listener may hear before the response: by then the page shows the change, and asks nothing.
const OWN_WRITE_MS = 500;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Loads the news again if another device has read some of those that the page shows, or follows other reports. */
export function noteStoredFollows(follows: StoredFollows): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const { news } = newsState.get();
    if (news !== null && areNewsOutdated(news, follows)) void loadNews();
  }, OWN_WRITE_MS);
}

/** Whether the document says that news which are shown as unread are read, or has other follow modes. */
export function areNewsOutdated(news: News, { reports, seen, seenAt, entriesSeenAt }: StoredFollows): boolean {
  const storedReports = isRecord(reports) ? Object.entries(reports) : [];
  const hasOtherModes =
    storedReports.length !== Object.keys(news.following).length ||
    storedReports.some(([id, following]) => isRecord(following) && following.mode !== followModeIn(news, id));
  const seenTimes = isRecord(seen) ? seen : {};
  return (
    hasOtherModes ||
    (news.newEntry !== undefined && news.newEntry.at <= timeOf(entriesSeenAt)) ||
    news.items.some(({ kind, issueId, at, isUnread }) => {
      const seenOfItem = kind === "published" ? entriesSeenAt : Object.hasOwn(seenTimes, issueId) && seenTimes[issueId];
      return isUnread && (at <= timeOf(seenAt) || at <= timeOf(seenOfItem));
    })
  );
}

/** A Firestore timestamp as an ISO 8601 instant; `""` for other values. */
const timeOf = (value: unknown): string =>
  isRecord(value) && typeof value.toDate === "function" ? (value.toDate() as Date).toISOString() : "";
