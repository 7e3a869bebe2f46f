import {
  type Amendment,
  type AsOf,
  CLOSING_REASONS,
  compareText,
  type Failure,
  isNews,
  LIMITS,
  type NewsChange,
  parseJsonList,
  STATUSES,
  type WireIssue,
  type WireNews,
  type WireNewsItem,
} from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import { isAskedIfFixed } from "../board/asked.ts";
import type { Board } from "../board/board.ts";
import { type Entry, reportOf } from "../board/entry.ts";
import { limitText } from "../board/limit-texts.ts";
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
  const news = selectNews(eventsOutcome.events, memberFollows, caller, reports, { recentEntries, asks });
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
  return newest === undefined ? null : { ...newest, others: others.length };
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
  { uid, username }: Pick<Caller, "uid" | "username">,
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
  const unreadReports = [...new Set(unreadChanges.map(({ item }) => item.issueId))];
  const isOwn = (id: string): boolean => {
    const entry = reports.get(id);
    return entry !== undefined && reportOf(entry).user.username === username;
  };
  return {
    items: mergeNews(news).map(
      (changes): WireNewsItem => ({
        ...toWireItem(changes, reports),
        ...(asksSince(changes[0]) && { asks: true as const }),
      }),
    ),
    unread: unreadReports.length + unreadNews.length - unreadChanges.length,
    unreadReports,
    unreadOwn: unreadReports.filter(isOwn),
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

// The page shows two names, and a third one as 'others'.
const MAX_OTHERS = 2;

/** Changes that are one item: at least one, the newest first. */
type MergedNews = readonly [News, ...News[]];

/**
 * Merges the changes of one kind of a report, but not read with unread ones. Keeps the `LIMITS.newsPerResponse` reports
 * and entries that changed last; `news` has the newest first, and so has the result.
 */
function mergeNews(news: readonly News[]): MergedNews[] {
  const subjects = new Set<string>();
  const lists = new Map<string, [News, ...News[]]>();
  for (const each of news) {
    const { change, item } = each;
    const subject = change.kind === "published" ? change.entryId : item.issueId;
    if (subjects.size < LIMITS.newsPerResponse) subjects.add(subject);
    if (!subjects.has(subject)) continue;
    const isOfAmendment = amendmentIdOf(change) !== null;
    const key = [subject, change.kind, isOfAmendment, item.isUnread].join();
    const list = lists.get(key);
    if (list) list.push(each);
    else lists.set(key, [each]);
  }
  return [...lists.values()];
}

function toWireItem(changes: MergedNews, reports: Pick<Reports, "get">): WireNewsItem {
  const [{ event, change, title, item }, ...others] = changes;
  const names = new Set(changes.map(({ item: { by } }) => by));
  const common = {
    ...change,
    ...item,
    ...(others.length > 0 && { count: changes.length }),
    ...(names.size > 1 && { byOthers: [...names].slice(1, 1 + MAX_OTHERS) }),
  };
  if (title !== undefined) return { ...common, number: null, title };
  const entry = reports.get(event.issueId);
  // If the report is gone, toNewsChange() has checked that the event has its number and title.
  if (entry === undefined) return { ...common, number: event.report!.number, title: event.report!.title };
  const report = reportOf(entry);
  const excerpt = excerptOf(report, changes);
  return { ...common, number: report.number, title: report.title, ...(excerpt && { excerpt }) };
}

/**
 * The beginning of what the newest of these changes says, in one line; `undefined` if nothing was said. Hidden amendments
 * are passed over: the board has no text of them.
 */
function excerptOf({ amendment }: WireIssue, changes: MergedNews): string | undefined {
  const ids = changes.flatMap(({ change }) => amendmentIdOf(change) ?? []);
  if (ids.length === 0) return undefined;
  const texts = new Map((parseJsonList(amendment) as Amendment[]).map(({ id, text }) => [id, text]));
  const text = ids.map((id) => texts.get(id)).find(Boolean);
  return text && limitText(text.replace(/\s+/g, " ").trim(), LIMITS.newsExcerpt);
}

/** The id of the amendment that was added or edited; `null` for other changes. */
const amendmentIdOf = (change: NewsChange): string | null =>
  change.kind === "amended" || change.kind === "edited" ? change.amendmentId : null;

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
