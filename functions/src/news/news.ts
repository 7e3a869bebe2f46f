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
import { type IsNewsOf, selectPublications } from "./publications.ts";
import { parseRecentEntries, type RecentEntry } from "./recent-entries.ts";

const DAY_MS = 86_400_000;

/** Lists the last changes that others made in the reports that the caller follows, and names the newest entry. */
export async function listNews(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
  caller: Caller,
  { follows, ballot, changelog }: { [Name in "follows" | "ballot" | "changelog"]: StoredDocument | null },
  now: Date,
): Promise<ApiResponse | Failure> {
  const [reports, eventsOutcome] = await Promise.all([board.reportsAt(head), eventLog.read(head)]);
  if ("refusal" in eventsOutcome) return UNAVAILABLE;
  const votes = parseBallot(ballot);
  const asks = (entry: Entry): boolean =>
    entry.asksIfFixed &&
    entry.fixAnswers?.[caller.uid] === undefined &&
    (reportOf(entry).user.username === caller.username || isAskedIfFixed(entry, reports, caller, votes));
  const recentEntries = parseRecentEntries(changelog);
  const memberFollows = parseFollows(follows);
  const news = selectNews(eventsOutcome.events, memberFollows, caller.uid, reports, { recentEntries, asks });
  const newEntry = findNewEntry(recentEntries, memberFollows, now);
  return ok({ ...news, ...(newEntry && { newEntry }), ...boardTimeFields(head) });
}

/** The newest entry of the last 30 days that the member has not seen, and the number of others; `null` if none. */
function findNewEntry(
  recentEntries: ReadonlyMap<string, RecentEntry>,
  { entriesSeenAt }: Follows,
  now: Date,
): WireNews["newEntry"] | null {
  const oldestTime = new Date(now.getTime() - LIMITS.newsDays * DAY_MS).toISOString();
  const [newest, ...others] = [...recentEntries.values()].filter(({ at }) => at > entriesSeenAt && at > oldestTime);
  return newest === undefined ? null : { title: newest.title, others: others.length };
}

interface NewsContext {
  /** The entries of What's new of the last time, by their ids. */
  recentEntries?: ReadonlyMap<string, RecentEntry>;
  /** Whether a report asks the member 'Fixed for you?' and has no answer of theirs. */
  asks?: (entry: Entry) => boolean;
}

/**
 * Selects the member's news from `events`, the newest first. Of a deleted report, only the last deletion is news, and the
 * entries of What's new that link to it.
 */
export function selectNews(
  events: readonly LoggedEvent[],
  follows: Follows,
  uid: string,
  reports: Pick<Reports, "get" | "duplicates">,
  { recentEntries = new Map(), asks = () => false }: NewsContext = {},
): Omit<WireNews, "success" | keyof AsOf> {
  const deletedIds = new Set<string>();
  const isNewsOf: IsNewsOf = (issueId, at, kind) => {
    const following = follows.reports.get(issueId) ?? followingByDuplicate(issueId, follows, reports);
    return following !== undefined && at > following.since && isNews(kind, following.mode);
  };
  const publications = selectPublications(events, recentEntries, uid, isNewsOf);
  const news = events.flatMap((event): News[] => {
    const { id, issueId, at } = event;
    const isNewer = at > follows.seenAt;
    const publication = publications.get(id);
    if (publication !== undefined) {
      const isUnread = isNewer && at > follows.entriesSeenAt;
      return [{ event, ...publication, item: { id, issueId, by: event.byName, at, isUnread } }];
    }
    const isGone = reports.get(issueId) === undefined;
    const change = toNewsChange(event, isGone);
    if (isGone) {
      if (change?.kind !== "deleted" || deletedIds.has(issueId)) return [];
      deletedIds.add(issueId);
    }
    if (change === null || event.by === uid) return [];
    if (event.about === null ? !isNewsOf(issueId, at, change.kind) : event.about !== uid) return [];
    const isUnread = isNewer && at > (follows.seen.get(issueId) ?? "");
    return [{ event, change, item: { id, issueId, by: event.byName, at, isUnread } }];
  });
  const askingIds = new Set<string>();
  /** The report asks since its last step, which is the first one here. */
  const asksSince = ({ change, item }: News): boolean => {
    const entry = reports.get(item.issueId);
    if (change.kind !== "status" || entry === undefined || askingIds.has(entry.id) || !asks(entry)) return false;
    askingIds.add(entry.id);
    return true;
  };
  const unreadNews = news.filter(({ item }) => item.isUnread);
  const unreadChanges = unreadNews.filter(({ change }) => change.kind !== "published");
  return {
    items: news
      .slice(0, LIMITS.newsPerResponse)
      .map((each): WireNewsItem => ({ ...toWireItem(each, reports), ...(asksSince(each) && { asks: true as const }) })),
    unread: unreadNews.length,
    unreadReports: [...new Set(unreadChanges.map(({ item }) => item.issueId))],
    unreadSince: unreadChanges.at(-1)?.item.at ?? null,
    following: Object.fromEntries([...follows.reports].map(([id, { mode }]) => [id, mode])),
    ...targetsOf(follows, reports),
  };
}

interface News {
  event: LoggedEvent;
  change: NewsChange;
  /** The title of the published entry; missing for other changes, which have the title of their report. */
  title?: string;
  item: Pick<WireNewsItem, "id" | "issueId" | "by" | "at" | "isUnread">;
}

function toWireItem({ event, change, title, item }: News, reports: Pick<Reports, "get">): WireNewsItem {
  if (title !== undefined) return { ...change, ...item, number: null, title };
  const entry = reports.get(event.issueId);
  // If the report is gone, toNewsChange() has checked that the event has its number and title.
  const { number, title: reportTitle } = entry === undefined ? event.report! : reportOf(entry);
  return { ...change, ...item, number, title: reportTitle };
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
