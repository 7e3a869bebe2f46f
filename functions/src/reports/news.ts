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
import { jsonOf } from "../board/entry.ts";
import type { Reports } from "../board/reports.ts";
import { asOf, type StoredBoardHead } from "../firestore/board-head.ts";
import { type ApiResponse, ok } from "../http/response.ts";
import type { EventLog, LoggedEvent } from "./event-log.ts";
import { type Follows, readFollowsAndVotes } from "./follows.ts";
import { toFailure } from "./refusals.ts";

/** The last changes of the reports that the caller follows, by others. */
export async function listNews(
  board: Pick<Board, "reportsAt">,
  log: EventLog,
  head: StoredBoardHead | null,
  { uid, credentials }: Pick<Caller, "uid" | "credentials">,
): Promise<ApiResponse | Failure> {
  const [reports, history, own] = await Promise.all([
    board.reportsAt(head),
    log.read(credentials),
    readFollowsAndVotes(credentials, uid),
  ]);
  if ("refusal" in history) return toFailure(history.refusal);
  if ("refusal" in own) return toFailure(own.refusal);
  return ok({ ...newsOf(history.events, own.follows, uid, reports), ...asOf(head) });
}

/** The news among events, newest first. Changes of deleted reports are left out. */
export function newsOf(
  events: readonly LoggedEvent[],
  { reports: following, seen, seenAt }: Follows,
  uid: string,
  reports: Pick<Reports, "get">,
): Omit<WireNews, "success" | keyof AsOf> {
  const news = events.flatMap(({ id, issueId, by, byName, at, ...event }) => {
    const change = changeOf(event);
    const followed = following.get(issueId);
    if (followed === undefined || by === uid || at <= followed.since) return [];
    if (change === null || !isNews(change.kind, followed.mode) || reports.get(issueId) === undefined) return [];
    return { ...change, id, issueId, by: byName, at, isUnread: at > seenAt && at > (seen.get(issueId) ?? "") };
  });
  const unread = news.filter(({ isUnread }) => isUnread);
  return {
    items: news
      .slice(0, LIMITS.newsPerResponse)
      .map((item): WireNewsItem => ({ ...item, ...nameOf(item.issueId, reports) })),
    unread: unread.length,
    unreadReports: [...new Set(unread.map(({ issueId }) => issueId))],
    unreadSince: unread.at(-1)?.at ?? null,
    following: Object.fromEntries([...following].map(([id, { mode }]) => [id, mode])),
  };
}

function changeOf({ kind, from, to }: Pick<LoggedEvent, "kind" | "from" | "to">): NewsChange | null {
  if (kind === "restored") return { kind };
  if (kind === "amended" && to !== null) return { kind, amendmentId: to };
  const [before, after] = [from, to].map((value) => STATUSES.find((status) => status === value));
  return kind === "status" && before && after ? { kind, from: before, to: after } : null;
}

function nameOf(id: string, reports: Pick<Reports, "get">): Pick<WireIssue, "number" | "title"> {
  const { number, title } = JSON.parse(jsonOf(reports.get(id)!).toString()) as WireIssue;
  return { number, title };
}
