import type { Priority, Status } from "./enumerations.ts";
import {
  type Amendment,
  type Attachment,
  DETAIL_FIELDS,
  type DetailField,
  type EditedField,
  type Issue,
  type User,
} from "./issue.ts";
import type { FollowMode, NewsChange } from "./news.ts";
import type { PageInfo } from "./page.ts";
import type { Stats } from "./status.ts";

/** A report as the API sends it (sections 3 and 7): `attachments` and `amendment` are JSON-encoded lists. */
export interface WireIssue extends Omit<Issue, "reporter" | "attachments" | "amendments"> {
  /** The reporter. */
  user: { username: string };
  attachments: string;
  amendment: string;
}

/** The board's `revision`, and the instant at which it was read (`asOf`). Both are `null` while no board exists. */
export interface AsOf {
  asOf: string | null;
  revision: number | null;
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
  /** The ids of the page's reports in the chosen order; missing if that is the specification's order. */
  order?: string[];
  stats?: Stats;
  /** The rendered dashboard, if the query's `draw` names the build of the web app that the API renders. */
  drawn?: RenderedPage;
}

/** An event in a report's history. `by` is a username, or `''` if unknown. */
export type WireEvent = { by: string; at: string } & (
  | { kind: "created" | "deleted" | "restored" }
  | { kind: "status"; from: Status; to: Status }
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

/** The response of `GET /api/reports/{number or id}`: the whole report, its history, and its number of followers. */
export interface WireReportPage extends AsOf {
  success: true;
  issue: WireIssue;
  /** Oldest first. Added amendments are only in the report. */
  events: WireEvent[];
  followers: number;
}

/** The response of `GET /api/issues/changes`. `stats` counts all reports. */
export interface WireChanges extends AsOf {
  success: true;
  /** The requested reports that still exist. */
  issues: WireIssue[];
  /** Matching reports created after `since`: at most `LIMITS.freshPerResponse`, in the specification's order. */
  fresh: WireIssue[];
  /** The number of all matching reports created after `since`. */
  freshTotal: number;
  /** The number of all reports that match the filters. */
  total: number;
  stats: Stats;
}

/** A change of a report that the caller follows, made by somebody else. `by` is a username, or `''` if unknown. */
export type WireNewsItem = NewsChange & {
  /** Unique among the news. */
  id: string;
  issueId: string;
  number: number | null;
  title: string;
  by: string;
  at: string;
  isUnread: boolean;
};

/** The response of `GET /api/me/news`: the last changes, newest first, at most `LIMITS.newsPerResponse`. */
export interface WireNews extends AsOf {
  success: true;
  items: WireNewsItem[];
  /** The number of unread changes. */
  unread: number;
  /** The ids of the reports with unread changes. */
  unreadReports: string[];
  /** The time of the oldest unread change. */
  unreadSince: string | null;
  /** The caller's follow mode by the id of the report. */
  following: Record<string, FollowMode>;
}

/** A view of the list that a member has saved: its name, and the address's query (`status=open&sort=wanted`). */
export interface SavedView {
  name: string;
  query: string;
}

/** A report that may be about the same thing as one that is being written, for a list of suggestions. */
export type WireSimilarReport = Pick<WireIssue, "id" | "number" | "type" | "title" | "status" | "votes">;

/** Reduces a report to a `WireSimilarReport`. */
export function toSimilar({ id, number, type, title, status, votes }: WireSimilarReport): WireSimilarReport {
  return { id, number, type, title, status, votes };
}

/** The response of `GET /api/reports/similar`: at most `LIMITS.similarReports`, the most similar first. */
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
}

/** A member, as the API sends it to admins. */
export interface WireMember extends User {
  disabled: boolean;
  createdAt: string;
}

/** The response of `GET /api/members`: one page, sorted by name. */
export interface WireMembers {
  success: true;
  members: WireMember[];
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

/** Parses a JSON-encoded list. Returns an empty list for anything else (section 5). */
export function parseJsonList(text: unknown): unknown[] {
  if (typeof text !== "string") return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** Converts a report to the form in which the API sends it. */
export function toWire(issue: Issue): WireIssue {
  const { reporter, attachments, amendments, ...otherFields } = issue;
  return {
    ...otherFields,
    user: { username: reporter },
    attachments: JSON.stringify(attachments),
    amendment: JSON.stringify(amendments),
  };
}

/** Parses a report that the API has sent. Drops invalid attachments and amendments (section 5). */
export function fromWire(wire: WireIssue): Issue {
  const { user, attachments, amendment, ...otherFields } = wire;
  return {
    ...otherFields,
    // A server that follows only section 3 of the specification sends no number and no votes, and may leave out fields.
    number: otherFields.number ?? null,
    votes: otherFields.votes ?? 0,
    ...(Object.fromEntries(DETAIL_FIELDS.map((field) => [field, wire[field] ?? ""])) as Record<DetailField, string>),
    reporter: user?.username ?? "",
    attachments: parseJsonList(attachments).filter(isAttachment),
    amendments: parseJsonList(amendment).filter(isAmendment),
  };
}

/** Whether a value is an object or a list. The types of its fields are not checked. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Whether a value has fields of these types, such as `{ name: "string" }`. */
export function hasFields(value: unknown, types: Readonly<Record<string, string>>): value is Record<string, unknown> {
  return isRecord(value) && Object.entries(types).every(([field, type]) => typeof value[field] === type);
}

function isAttachment(value: unknown): value is Attachment {
  // A file that was stored without an upload has `data` instead of `url`.
  const hasNameAndType = hasFields(value, { name: "string", size: "number", type: "string" });
  return hasNameAndType && typeof (value.url ?? value.data) === "string";
}

function isAmendment(value: unknown): value is Amendment {
  return hasFields(value, { id: "string", text: "string", createdBy: "string", createdAt: "string" });
}
