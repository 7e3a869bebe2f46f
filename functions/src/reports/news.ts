import {
  type AsOf,
  type Failure,
  isNews,
  LIMITS,
  type NewsChange,
  STATUSES,
  type WireIssue,
  type WireNews,
  type WireNewsItem,
} from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { Board } from "../board/board.ts";
import { reportOf } from "../board/entry.ts";
import type { Reports } from "../board/reports.ts";
import { asOf, type StoredBoardHead } from "../firestore/board-head.ts";
import { type ApiResponse, ok } from "../http/response.ts";
import type { EventLog, LoggedEvent } from "./event-log.ts";
import { type Follows, readFollows } from "./follows.ts";
import { toFailure } from "./refusals.ts";

/** The last changes that others made in the reports that the caller follows. */
export async function listNews(
  board: Pick<Board, "reportsAt">,
  log: EventLog,
  head: StoredBoardHead | null,
  { uid, credentials }: Caller,
): Promise<ApiResponse | Failure> {
  const [reports, history, own] = await Promise.all([
    board.reportsAt(head),
    log.read(credentials, head?.lineage ?? null),
    readFollows(credentials, uid),
  ]);
  if ("refusal" in history) return toFailure(history.refusal);
  if ("refusal" in own) return toFailure(own.refusal);
  return ok({ ...newsOf(history.events, own.follows, uid, reports), ...asOf(head) });
}

/** The news among the events, newest first. The only news of a deleted report is its last deletion. */
export function newsOf(
  events: readonly LoggedEvent[],
  { reports: following, seen, seenAt }: Follows,
  uid: string,
  reports: Pick<Reports, "get">,
): Omit<WireNews, "success" | keyof AsOf> {
  const deletedIds = new Set<string>();
  const news = events.flatMap(({ id, issueId, by, byName, at, ...event }) => {
    const isGone = reports.get(issueId) === undefined;
    const change = changeOf(event, isGone);
    if (isGone && (change?.kind !== "deleted" || deletedIds.has(issueId))) return [];
    if (isGone) deletedIds.add(issueId);
    const followed = following.get(issueId);
    if (followed === undefined || by === uid || at <= followed.since) return [];
    if (change === null || !isNews(change.kind, followed.mode)) return [];
    const isUnread = at > seenAt && at > (seen.get(issueId) ?? "");
    return { change, report: event.report, id, issueId, by: byName, at, isUnread };
  });
  const unread = news.filter(({ isUnread }) => isUnread);
  return {
    items: news.slice(0, LIMITS.newsPerResponse).map(
      ({ change, report, ...item }): WireNewsItem => ({
        ...change,
        ...item,
        ...numberAndTitleOf(item.issueId, report, reports),
      }),
    ),
    unread: unread.length,
    unreadReports: [...new Set(unread.map(({ issueId }) => issueId))],
    unreadSince: unread.at(-1)?.at ?? null,
    following: Object.fromEntries([...following].map(([id, { mode }]) => [id, mode])),
  };
}

type EventChange = Pick<LoggedEvent, "kind" | "from" | "to" | "report">;

/** The change of an event; `null` for a kind that is never news, and for a deletion whose report has no known title. */
function changeOf({ kind, from, to, report }: EventChange, isGone: boolean): NewsChange | null {
  if (kind === "restored") return { kind };
  if (kind === "deleted") return isGone && report === null ? null : { kind, isGone };
  if (kind === "edited") return { kind, amendmentId: to };
  if (kind === "amended" && to !== null) return { kind, amendmentId: to };
  const [before, after] = [from, to].map((value) => STATUSES.find((status) => status === value));
  return kind === "status" && before && after ? { kind, from: before, to: after } : null;
}

type NumberAndTitle = Pick<WireIssue, "number" | "title">;

/** A report's number and title as they are now, or as its deletion recorded them. */
function numberAndTitleOf(id: string, recorded: NumberAndTitle | null, reports: Pick<Reports, "get">): NumberAndTitle {
  const entry = reports.get(id);
  const { number, title } = entry ? reportOf(entry) : recorded!;
  return { number, title };
}
