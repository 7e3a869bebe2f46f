import {
  type AsOf,
  type Failure,
  isNews,
  LIMITS,
  type NewsChange,
  STATUSES,
  type WireNews,
  type WireNewsItem,
} from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { Board } from "../board/board.ts";
import { reportOf } from "../board/entry.ts";
import type { Reports } from "../board/reports.ts";
import { boardTimeFields, type StoredBoardHead } from "../firestore/board-head.ts";
import type { StoredDocument } from "../firestore/documents.ts";
import { type ApiResponse, ok, UNAVAILABLE } from "../http/response.ts";
import { eventLog, type LoggedEvent } from "./event-log.ts";
import { type Follows, parseFollows } from "./follows.ts";

/** Lists the last changes that others made in the reports that the caller follows. */
export async function listNews(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
  { uid }: Caller,
  follows: StoredDocument | null,
): Promise<ApiResponse | Failure> {
  const [reports, eventsOutcome] = await Promise.all([board.reportsAt(head), eventLog.read(head)]);
  if ("refusal" in eventsOutcome) return UNAVAILABLE;
  const news = selectNews(eventsOutcome.events, parseFollows(follows), uid, reports);
  return ok({ ...news, ...boardTimeFields(head) });
}

/** Selects the member's news from `events`, the newest first. Of a deleted report, only the last deletion is news. */
export function selectNews(
  events: readonly LoggedEvent[],
  follows: Follows,
  uid: string,
  reports: Pick<Reports, "get">,
): Omit<WireNews, "success" | keyof AsOf> {
  const deletedIds = new Set<string>();
  const news = events.flatMap((event) => {
    const { id, issueId, at } = event;
    const isGone = reports.get(issueId) === undefined;
    const change = toNewsChange(event, isGone);
    if (isGone) {
      if (change?.kind !== "deleted" || deletedIds.has(issueId)) return [];
      deletedIds.add(issueId);
    }
    if (change === null || event.by === uid) return [];
    const following = follows.reports.get(issueId);
    const isFollowed = following !== undefined && at > following.since && isNews(change.kind, following.mode);
    if (event.about === null ? !isFollowed : event.about !== uid) return [];
    const isUnread = at > follows.seenAt && at > (follows.seen.get(issueId) ?? "");
    return { event, change, item: { id, issueId, by: event.byName, at, isUnread } };
  });
  const unreadItems = news.flatMap(({ item }) => (item.isUnread ? item : []));
  return {
    items: news.slice(0, LIMITS.newsPerResponse).map(({ event, change, item }): WireNewsItem => {
      const entry = reports.get(event.issueId);
      // If the report is gone, toNewsChange() has checked that the event has its number and title.
      const { number, title } = entry === undefined ? event.report! : reportOf(entry);
      return { ...change, ...item, number, title };
    }),
    unread: unreadItems.length,
    unreadReports: [...new Set(unreadItems.map(({ issueId }) => issueId))],
    unreadSince: unreadItems.at(-1)?.at ?? null,
    following: Object.fromEntries([...follows.reports].map(([id, { mode }]) => [id, mode])),
  };
}

/** Returns `null` for a kind of event that is never news, and for a deletion that has no number and title. */
function toNewsChange({ kind, from, to, report }: LoggedEvent, isGone: boolean): NewsChange | null {
  if (kind === "restored") return { kind };
  if (kind === "deleted") return isGone && report === null ? null : { kind, isGone };
  if (kind === "edited") return { kind, amendmentId: to };
  const isAboutAmendment = kind === "amended" || kind === "hidden" || kind === "unhidden";
  if (isAboutAmendment && to !== null) return { kind, amendmentId: to };
  const [oldStatus, newStatus] = [from, to].map((value) => STATUSES.find((status) => status === value));
  return kind === "status" && oldStatus && newStatus ? { kind, from: oldStatus, to: newStatus } : null;
}
