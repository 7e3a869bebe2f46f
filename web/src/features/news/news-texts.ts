import { CLOSE_REASON_LABELS, duplicateText, STATUS_LABELS, type WireNewsItem } from "@logbook/domain";
import type { News } from "./news.ts";

/** The number of unread entries of What's new that link to a report that the user follows. */
export const unreadEntryCount = ({ unread, unreadReports }: Pick<News, "unread" | "unreadReports">): number =>
  unread - unreadReports.length;

export const reportsText = (count: number): string => (count === 1 ? "1 report" : `${count} reports`);

/** The changes of one report, or one entry of What's new: all unread ones or, if there are none, all; the newest first. */
export type NewsGroup = readonly [WireNewsItem, ...WireNewsItem[]];

/** The news by report and entry, in the order of their newest changes. */
export function groupNews(items: readonly WireNewsItem[]): NewsGroup[] {
  const groups = new Map<string, [WireNewsItem, ...WireNewsItem[]]>();
  for (const item of items) {
    const key = item.kind === "published" ? item.id : item.issueId;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()].map((group) => {
    const [newest, ...others] = group.filter(({ isUnread }) => isUnread);
    return newest === undefined ? group : [newest, ...others];
  });
}

/** What changed in a report, such as '2 amendments, status In Progress'. */
export function changesText(group: NewsGroup): string {
  const counts = new Map<string, { item: WireNewsItem; count: number }>();
  for (const item of group) {
    const key = [item.kind, item.kind === "edited" && item.amendmentId !== null].join();
    const known = counts.get(key);
    counts.set(key, { item: known?.item ?? item, count: (known?.count ?? 0) + (item.count ?? 1) });
  }
  return [...counts.values()].map(({ item, count }) => changeText(item, count)).join(", ");
}

/** So many changes of one kind, of which `item` is the newest. */
function changeText(item: WireNewsItem, count: number): string {
  switch (item.kind) {
    case "status":
      return `status ${STATUS_LABELS[item.to]}`;
    case "amended":
      return count === 1 ? "1 amendment" : `${count} amendments`;
    case "edited":
      if (item.amendmentId === null) return "edited";
      return count === 1 ? "an amendment edited" : "amendments edited";
    case "closed":
      if (item.reason !== "duplicate") return `closed: ${CLOSE_REASON_LABELS[item.reason]}`;
      return `closed as a ${item.of === undefined ? "duplicate" : duplicateText(item.of).toLowerCase()}`;
    case "reopened":
      return item.reason === "duplicate" ? "marked as no duplicate" : "reopened";
    case "restored":
      return "restored from the trash";
    case "hidden":
      return count === 1 ? "your amendment hidden" : "your amendments hidden";
    case "unhidden":
      return count === 1 ? "your hidden amendment shown again" : "your hidden amendments shown again";
    case "published":
      return "What’s new, about a report that you follow";
    case "deleted":
      return "deleted";
  }
}

/**
 * By whom the changes are: at most two names and, if there are more, 'others'. A change without a name was made in
 * Firebase's console.
 */
export function authorsOf(group: NewsGroup): string[] {
  const names = [...new Set(group.flatMap(({ by, byOthers = [] }) => [by, ...byOthers]))].map(
    (name) => name || "an admin",
  );
  return names.length > 2 ? [...names.slice(0, 2), "others"] : names;
}
