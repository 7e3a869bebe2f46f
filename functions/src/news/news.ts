import {
  type AsOf,
  CLOSING_REASONS,
  compareText,
  type Failure,
  isNews,
  LIMITS,
  type NewsChange,
  STATUSES,
  type WireNews,
  type WireNewsItem,
} from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import { isAskedIfFixed } from "../board/asked.ts";
import type { Board } from "../board/board.ts";
import { type Entry, reportOf } from "../board/entry.ts";
import type { Reports } from "../board/reports.ts";
import { boardTimeFields, type StoredBoardHead } from "../firestore/board-head.ts";
import type { StoredDocument } from "../firestore/documents.ts";
import { parseBallot } from "../firestore/stored-report.ts";
import { type ApiResponse, ok, UNAVAILABLE } from "../http/response.ts";
import { eventLog, type LoggedEvent } from "./event-log.ts";
import { type Following, type Follows, parseFollows } from "./follows.ts";

/** Lists the last changes that others made in the reports that the caller follows. */
export async function listNews(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
  caller: Caller,
  { follows, ballot }: { follows: StoredDocument | null; ballot: StoredDocument | null },
): Promise<ApiResponse | Failure> {
  const [reports, eventsOutcome] = await Promise.all([board.reportsAt(head), eventLog.read(head)]);
  if ("refusal" in eventsOutcome) return UNAVAILABLE;
  const votes = parseBallot(ballot);
  const asks = (entry: Entry): boolean =>
    entry.asksIfFixed &&
    entry.fixAnswers?.[caller.uid] === undefined &&
    (reportOf(entry).user.username === caller.username || isAskedIfFixed(entry, reports, caller, votes));
  const news = selectNews(eventsOutcome.events, parseFollows(follows), caller.uid, reports, asks);
  return ok({ ...news, ...boardTimeFields(head) });
}

/**
 * Selects the member's news from `events`, the newest first. Of a deleted report, only the last deletion is news. `asks`
 * tells whether a report asks the member 'Fixed for you?' and has no answer of theirs.
 */
export function selectNews(
  events: readonly LoggedEvent[],
  follows: Follows,
  uid: string,
  reports: Pick<Reports, "get" | "duplicates">,
  asks: (entry: Entry) => boolean = () => false,
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
    const following = follows.reports.get(issueId) ?? followingByDuplicate(issueId, follows, reports);
    const isFollowed = following !== undefined && at > following.since && isNews(change.kind, following.mode);
    if (event.about === null ? !isFollowed : event.about !== uid) return [];
    const isUnread = at > follows.seenAt && at > (follows.seen.get(issueId) ?? "");
    return { event, change, item: { id, issueId, by: event.byName, at, isUnread } };
  });
  const askingIds = new Set<string>();
  /** The report asks since its last step, which is the first one here. */
  const asksSince = (change: NewsChange, entry: Entry): boolean => {
    if (change.kind !== "status" || askingIds.has(entry.id) || !asks(entry)) return false;
    askingIds.add(entry.id);
    return true;
  };
  const unreadItems = news.flatMap(({ item }) => (item.isUnread ? item : []));
  return {
    items: news.slice(0, LIMITS.newsPerResponse).map(({ event, change, item }): WireNewsItem => {
      const entry = reports.get(event.issueId);
      // If the report is gone, toNewsChange() has checked that the event has its number and title.
      const { number, title } = entry === undefined ? event.report! : reportOf(entry);
      const asksField = entry !== undefined && asksSince(change, entry) && { asks: true as const };
      return { ...change, ...asksField, ...item, number, title } as WireNewsItem;
    }),
    unread: unreadItems.length,
    unreadReports: [...new Set(unreadItems.map(({ issueId }) => issueId))],
    unreadSince: unreadItems.at(-1)?.at ?? null,
    following: Object.fromEntries([...follows.reports].map(([id, { mode }]) => [id, mode])),
    ...targetsOf(follows, reports),
  };
}

/** The reports whose duplicates a member follows. */
function targetsOf(follows: Follows, { duplicates }: Pick<Reports, "duplicates">): Pick<WireNews, "targets"> {
  const ids = [...follows.reports].flatMap(([id, { mode }]) =>
    mode === "none" ? [] : (duplicates.targetOf(id)?.entry.id ?? []),
  );
  return ids.length === 0 ? {} : { targets: [...new Set(ids)] };
}

/**
 * How a member follows a report because they follow a duplicate of it: from the moment at which that became one. The
 * mode of a duplicate whose every change they want to know of counts first.
 */
function followingByDuplicate(
  issueId: string,
  follows: Follows,
  { duplicates }: Pick<Reports, "duplicates">,
): Following | undefined {
  const followings = duplicates.duplicatesOf(issueId).flatMap(({ id }): Following[] => {
    const following = follows.reports.get(id);
    if (following === undefined || following.mode === "none") return [];
    const { since } = duplicates.targetOf(id)!;
    return [{ mode: following.mode, since: compareText(since, following.since) > 0 ? since : following.since }];
  });
  return followings.find(({ mode }) => mode === "all") ?? followings[0];
}

/** Returns `null` for a kind of event that is never news, and for a deletion that has no number and title. */
function toNewsChange({ kind, from, to, report, of }: LoggedEvent, isGone: boolean): NewsChange | null {
  if (kind === "restored") return { kind };
  if (kind === "deleted") return isGone && report === null ? null : { kind, isGone };
  if (kind === "edited") return { kind, amendmentId: to };
  const isAboutAmendment = kind === "amended" || kind === "hidden" || kind === "unhidden";
  if (isAboutAmendment && to !== null) return { kind, amendmentId: to };
  const reason = CLOSING_REASONS.find((known) => known === (kind === "closed" ? to : from));
  if (kind === "closed" && reason) return { kind, reason, ...(of && { of }) };
  if (kind === "reopened" && reason) return { kind, reason };
  const [oldStatus, newStatus] = [from, to].map((value) => STATUSES.find((status) => status === value));
  return kind === "status" && oldStatus && newStatus ? { kind, from: oldStatus, to: newStatus } : null;
}
