import type { Admission, MemberAct, MemberState } from "./admission.ts";
import type { Area } from "./areas.ts";
import type { ChatResult, ChatService } from "./chat.ts";
import type { Closing, ClosingReason } from "./closing.ts";
import type { Priority, Status } from "./enumerations.ts";
import type { Amendment, Issue, User } from "./issue.ts";
import type { TabCounts } from "./list-parameters.ts";
import type { FollowMode, NewsChange } from "./news.ts";
import type { PageInfo } from "./page.ts";
import type { Stats } from "./status.ts";
import type { EditedField } from "./text-fields.ts";

// The JSON of the API: the types whose names begin with `Wire`. wire-conversion.ts converts reports.

/** A report as the API sends it (sections 3 and 7): `attachments` and `amendment` are JSON-encoded lists. */
export interface WireIssue extends Omit<Issue, "reporter" | "attachments" | "amendments"> {
  /** The reporter. */
  user: { username: string };
  attachments: string;
  amendment: string;
}

/**
 * The `revision` of the board (the document `boards/main`), which grows with each write of a report, and the instant
 * `asOf` at which it was read. Both are `null` while no board exists.
 */
export interface AsOf {
  asOf: string | null;
  revision: number | null;
  /** The areas of the website in the admins' order; missing if there are none. */
  areas?: Area[] | undefined;
}

/** The HTML of the dashboard for one user, which React hydrates. */
export interface RenderedPage {
  user: User;
  html: string;
}

/** The response of `GET /api/issues`. Without a query it has only `bugs` and `features`. */
export interface WireList extends Partial<AsOf> {
  success: true;
  bugs: WireIssue[];
  features: WireIssue[];
  page?: PageInfo;
  /** The ids of the page's reports in the chosen order; missing if that is the default order (`compareIssues`). */
  order?: string[];
  stats?: Stats;
  /** Without `following` in the other tabs, which do not read what the viewer follows; `todo` only for admins. */
  tabs?: TabCounts;
  /** The pinned reports, in the list's first page without filters; missing if there are none. */
  pinned?: WireSimilarReport[];
  /** The rendered dashboard, if the query's `draw` names the build of the web app that the API renders. */
  drawn?: RenderedPage;
}

/** An event in a report's history. `by` is a username, or `''` if unknown. */
export type WireEvent = { by: string; at: string } & (
  | { kind: "created" | "deleted" | "restored" }
  /** An entry of What's new links to the report since then. */
  | { kind: "published" }
  | { kind: "status"; from: Status; to: Status }
  | ({ kind: "closed" } & Closing)
  | { kind: "reopened"; reason: ClosingReason }
  /** An admin has taken the report (`to`), or the report was taken from an admin (`from`). */
  | { kind: "assigned"; from: string | null; to: string | null }
  | { kind: "pinned" | "unpinned" }
  /** The id of the amendment that an admin has hidden, or shown again. */
  | { kind: "hidden" | "unhidden"; amendment: string }
  | WireEdit
);

/** An edit or a correction. `title` and `priority` are set only if they were changed. */
export interface WireEdit {
  kind: "edited";
  /** The event's id, for `GET /api/history/{id}`. */
  id: string;
  /** The id of the edited amendment; missing if the report itself was edited. */
  amendment?: string;
  fields: EditedField[];
  title?: { from: string; to: string };
  priority?: { from: Priority; to: Priority };
}

/** The response of `GET /api/history/{id}`: the former values of the fields that an edit changed. */
export interface WireFormerTexts {
  success: true;
  former: Partial<Record<EditedField, string>>;
}

/** A part of a report's history: at most `LIMITS.eventsPerResponse` events. */
export interface WireHistory {
  /** Oldest first. Added amendments are left out, because the report itself has them. */
  events: WireEvent[];
  /** If there are earlier events, `before` in the request for them (`GET /api/issues/{id}/history`); otherwise `null`. */
  earlier: string | null;
}

/** The response of `GET /api/reports/{number or id}`: the whole report, its last events, and its number of followers. */
export interface WireReportPage extends AsOf, WireHistory {
  success: true;
  issue: WireIssue;
  /** The number of members who follow the report or one of its duplicates. */
  followers: number;
  /** The report's duplicates, in the order of their filing; missing if it has none. */
  duplicates?: WireDuplicate[];
  /** Set if the report is pinned above the list. */
  pinned?: true;
}

/** A duplicate, as the page of its target lists it. */
export interface WireDuplicate
  extends Pick<WireIssue, "id" | "number" | "type" | "title" | "status" | "votes" | "user" | "createdAt"> {
  /** The number of its amendments. */
  amendments: number;
}

/**
 * The response of `GET /api/issues/changes`. The query has a list's filters, the ids of the reports that the list shows
 * (`ids`), and the time of the list's data (`since`). `stats` counts all reports.
 */
export interface WireChanges extends AsOf {
  success: true;
  /** The shown reports that still exist, also those that no longer match the filters. */
  issues: WireIssue[];
  /** Matching reports, created after `since` and not shown, in the default order: at most `LIMITS.freshPerResponse`. */
  fresh: WireIssue[];
  /** The number of all such reports. */
  freshTotal: number;
  /** The number of all reports that match the filters. */
  total: number;
  stats: Stats;
  /** As in the list. */
  tabs: TabCounts;
  /** As in the list. */
  pinned?: WireSimilarReport[];
}

/**
 * The newest change of one kind of a report that the caller follows, made by somebody else; read and unread changes are
 * different items. `by` is a username, or `''` if unknown. For the kind `published` the title is that of the entry, and
 * there is no number.
 */
export type WireNewsItem = NewsChange & {
  /** Unique among the news. */
  id: string;
  issueId: string;
  number: number | null;
  title: string;
  by: string;
  at: string;
  isUnread: boolean;
  /** The number of changes for which the item stands; missing if it is 1. */
  count?: number;
  /** Up to two others than `by` who made some of these changes; missing if there are none. */
  byOthers?: string[];
  /** The beginning of the newest added or edited amendment among these changes that is not hidden, in one line. */
  excerpt?: string;
};

/** The response of `GET /api/me/news`: the changes of the reports and entries that changed last, newest first. */
export interface WireNews extends AsOf {
  success: true;
  items: WireNewsItem[];
  /** The number of reports with unread changes, and of unread entries of What's new. */
  unread: number;
  /** The ids of the reports with unread changes, without those that are unread only as `published`. */
  unreadReports: string[];
  /** Those of them that the caller has filed. Deleted ones are left out. */
  unreadOwn: string[];
  /** The time of the oldest unread change of these reports. */
  unreadSince: string | null;
  /** The caller's follow mode by the id of the report. */
  following: Record<string, FollowMode>;
  /** The ids of the reports whose news the caller gets because they follow a duplicate; missing if there are none. */
  targets?: string[];
  /** The newest entry of What's new that the caller has not seen, `at` its publication, and how many others there are. */
  newEntry?: { title: string; at: string; others: number };
}

/** A report to which an entry of What's new links. `report` is missing while the report is deleted. */
export interface WireLinkedReport {
  number: number;
  report?: WireSimilarReport;
}

/** An entry of What's new. `by` is a username. Only admins get drafts. */
export interface WireEntry {
  id: string;
  title: string;
  text: string;
  reports: WireLinkedReport[];
  by: string;
  /** `null` for a draft. */
  publishedAt: string | null;
  /** Missing if the entry was not edited since its publication. */
  editedAt?: string;
  /** `from` of the next change. */
  savedAt: string;
}

/** The response of `GET /api/changelog`: one page of the published entries, the newest first. */
export interface WireChangelog extends AsOf {
  success: true;
  entries: WireEntry[];
  page: PageInfo;
}

/** The response of `GET /api/changelog/drafts`, the newest first. */
export interface WireDrafts {
  success: true;
  entries: WireEntry[];
}

/** The response of `GET /api/export`: the reports of the list, at most `LIMITS.exportReports`, in its order. */
export interface WireExport extends AsOf {
  success: true;
  ids: string[];
  /** The number of all reports that match the filters. */
  total: number;
}

/**
 * The response of `GET /api/export/reports`: whole reports, in the order of the wanted ids. The response ends before the
 * report that would make it too long, so the client asks for the ids after the first `answered` ones again.
 */
export interface WireExportPart {
  success: true;
  reports: Issue[];
  answered: number;
  /** The ids of answered reports that were deleted since the export began. */
  missing: string[];
  /** The ids of answered reports that were changed, or got or lost a vote, since the export began. */
  changed: string[];
}

/** The response of `GET /api/me/data`: what is stored of the caller besides their texts. Instants are ISO 8601. */
export interface WireOwnData {
  success: true;
  account: User & { createdAt: string };
  votes: { issueId: string; at: string }[];
  /** The bugs that the caller sees too, each with the words that were stored of their browser and system. */
  sightings: { issueId: string; on: string; at: string }[];
  /** The caller's answers to 'Fixed for you?', until the report is reopened. */
  fixAnswers: { issueId: string; fixed: boolean; at: string }[];
  follows: { issueId: string; mode: FollowMode; since: string }[];
  /**
   * Up to when the caller has seen the news of all reports (`""`: never), of single ones, by the report's id, and the
   * entries of What's new.
   */
  newsSeen: { all: string; reports: Record<string, string>; entries: string };
  views: SavedView[];
  /** The entries of What's new that the caller has written. */
  entries: OwnEntry[];
  /** The ids of the reports that may have a text of the caller, for `GET /api/me/data/reports`. */
  ids: string[];
}

/** An entry of What's new as its author's archive has it. `publishedAt` is `null` for a draft. */
export type OwnEntry = Pick<WireEntry, "id" | "title" | "text" | "publishedAt">;

/** A report with texts of the caller: as a whole if they filed it, with only their own amendments in any case. */
export type OwnReport = Issue | (Pick<Issue, "id" | "number" | "title"> & { amendments: Amendment[] });

/** The response of `GET /api/me/data/reports`; see `WireExportPart`. */
export interface WireOwnReports extends Pick<WireExportPart, "success" | "answered" | "missing"> {
  reports: OwnReport[];
}

/** An act of the caller in the history of a report. `former` has the texts before an edit. */
export interface OwnEvent {
  id: string;
  issueId: string;
  kind: string;
  from: string | null;
  to: string | null;
  at: string;
  former?: Partial<Record<EditedField, string>>;
}

/** The response of `GET /api/me/data/events`: at most `LIMITS.ownEventsPerResponse`; `next` is `after` for the others. */
export interface WireOwnEvents {
  success: true;
  events: OwnEvent[];
  next: string | null;
}

/**
 * The response of `GET /api/me/votes`: ids of reports. `asked` has the caller's answer to 'Fixed for you?' by the id of
 * each report that asks them now (`null`: none yet); the caller's own reports are in it only once they have answered.
 */
export interface WireVotes extends AsOf {
  success: true;
  voted: string[];
  seen: string[];
  asked: Record<string, boolean | null>;
}

/** A view of the list that a member has saved: its name, and the address's query (`status=open&sort=wanted`). */
export interface SavedView {
  name: string;
  query: string;
}

/** The short form of a report, for lists of suggestions and of pinned reports. */
export type WireSimilarReport = Pick<WireIssue, "id" | "number" | "type" | "title" | "status" | "votes">;

/**
 * The response of `GET /api/reports/similar`, the most similar first, and of `GET /api/reports/at-page`, the newest
 * first; at most `LIMITS.similarReports`.
 */
export interface WireSimilarReports {
  success: true;
  issues: WireSimilarReport[];
}

/** The response of `GET /api/reports/search-help`, for a search that finds nothing. */
export interface WireSearchHelp {
  success: true;
  /** A corrected search that finds something, or `null`. */
  didYouMean: string | null;
  /** The number of reports with the search's text in an amendment. */
  inAmendments: number;
  /** The reports with the most similar titles under the same filters, if the search has several words. */
  closest: WireSimilarReport[];
}

/** A report as an admin selects it, to change many at once. */
export type SelectedReport = Pick<
  Issue,
  "id" | "number" | "type" | "title" | "status" | "assignee" | "closedAs" | "duplicateOf"
>;

/** The response of `GET /api/issues/ids`: the first `LIMITS.foundReports` reports of a list, in its order. */
export interface WireIds {
  success: true;
  reports: SelectedReport[];
  /** The number of all reports that match the filters. */
  total: number;
}

/** A member, as the API sends it to admins. */
export interface WireMember extends User {
  disabled: boolean;
  createdAt: string;
  /** Set if an admin has not let the member in; `disabled` is then true. */
  state?: MemberState;
}

/** The response of `GET /api/members`: one page, sorted by name. */
export interface WireMembers {
  success: true;
  /** Without those in `waiting`. */
  members: WireMember[];
  page: PageInfo;
  /** The members who have waited longest for an admin to let them in: only on the first page without a search. */
  waiting: WireMember[];
  /** The number of all who wait. */
  waitingTotal: number;
  admission: Admission;
  /** The chat that hears of reports; missing if none is set up. */
  chat?: WireChat;
}

/** Which service hears of reports, and whether it gets their titles. Nobody gets its address. */
export interface WireChat {
  service: ChatService;
  titles: boolean;
}

/** The response of `POST /api/chat/test`: what became of the message, with the HTTP status if the service refused it. */
export interface WireChatTest {
  success: true;
  result: ChatResult;
  status?: number;
}

/** The response of `GET /api/auth/registration`: whether one can register, and the notice for visitors, if any. */
export interface WireRegistration {
  success: true;
  admission: Admission;
  notice: string | null;
}

/** The response of `POST /api/members/{uid}/reset-link`. `token` is sent only this once. */
export interface WireResetLink {
  success: true;
  token: string;
  expiresAt: string;
}

/**
 * An act in the log of members. `by` and `member` are usernames, or `''` if unknown; `by` is also `''` for an act by a
 * command. `from` and `to` are set for `admission`, `word` for a refusal.
 */
export interface WireMemberAct {
  id: string;
  kind: MemberAct;
  by: string;
  member: string;
  at: string;
  from?: Admission;
  to?: Admission;
  word?: string;
}

/** The response of `GET /api/members/log`: one page, the last act first. */
export interface WireMemberLog {
  success: true;
  acts: WireMemberAct[];
  page: PageInfo;
}

/** A deleted report, as the API sends it to admins until `purgeAt`. `deletedBy` is a username, or `''` if unknown. */
export interface WireTrashEntry extends Pick<Issue, "id" | "type" | "title" | "reporter"> {
  deletedBy: string;
  deletedAt: string;
  purgeAt: string;
}

/** The response of `GET /api/trash`: one page, the last deleted first. */
export interface WireTrash {
  success: true;
  entries: WireTrashEntry[];
  page: PageInfo;
}
