import {
  type Amendment,
  type Attachment,
  DETAIL_FIELDS,
  type DetailField,
  type Issue,
  type IssueType,
  type Priority,
  type User,
} from "./issue.ts";
import type { PageInfo } from "./page.ts";
import type { Stats } from "./stats.ts";
import type { Status } from "./status.ts";

/** A report on the wire (sections 3 and 7): the reporter under `user`, the two lists JSON-encoded. */
export interface WireIssue extends Record<DetailField, string> {
  id: string;
  type: IssueType;
  title: string;
  description: string;
  status: Status;
  priority: Priority;
  user: { username: string };
  attachments: string;
  amendment: string;
  createdAt: string;
  updatedAt: string;
  /** In a list that would be too large otherwise: texts are cut and earlier amendments left out. */
  shortened?: true;
}

/**
 * As of when an answer is: the board's `revision`, and the instant at which it was read (ISO 8601, milliseconds); both
 * `null` where there is no board yet.
 */
export interface AsOf {
  asOf: string | null;
  revision: number | null;
}

/** The dashboard's markup for one person, as React hydrates it. */
export interface Drawn {
  user: User;
  html: string;
}

/** `GET /api/issues`. All but the two lists is there when the query asked for a page, `drawn` when it asked for that too. */
export interface WireList extends Partial<AsOf> {
  success: true;
  bugs: WireIssue[];
  features: WireIssue[];
  page?: PageInfo;
  stats?: Stats;
  drawn?: Drawn;
}

/**
 * `GET /api/issues/changes`: `issues` are those asked for that still exist, as they are now; `fresh` are reports that
 * match the filters, made after `since` and not asked for, in the list's order, the first 100 of `freshTotal`; `total` is
 * how many match, `stats` are of all reports.
 */
export interface WireChanges extends AsOf {
  success: true;
  issues: WireIssue[];
  fresh: WireIssue[];
  freshTotal: number;
  total: number;
  stats: Stats;
}

/** A member as admins see them. */
export interface WireMember {
  id: string;
  username: string;
  isAdmin: boolean;
  disabled: boolean;
  createdAt: string;
}

/** `GET /api/members`: one page, by name. */
export interface WireMembers {
  success: true;
  members: WireMember[];
  page: PageInfo;
}

/** A deleted report as admins see it; `deletedBy` is a username, or `''` where nobody is known. It is gone for good at `purgeAt`. */
export interface WireTrashEntry {
  id: string;
  type: IssueType;
  title: string;
  reporter: string;
  deletedBy: string;
  deletedAt: string;
  purgeAt: string;
}

/** `GET /api/trash`: one page, what was deleted last comes first. */
export interface WireTrash {
  success: true;
  entries: WireTrashEntry[];
  page: PageInfo;
}

/** Reads a JSON-encoded list; what cannot be parsed, or is no list, is an empty one (section 5). */
export function parseJsonList(text: unknown): unknown[] {
  if (typeof text !== "string") return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** A report as the API sends it. */
export function toWire(issue: Issue): WireIssue {
  const { reporter, attachments, amendments, ...rest } = issue;
  return {
    ...rest,
    user: { username: reporter },
    attachments: JSON.stringify(attachments),
    amendment: JSON.stringify(amendments),
  };
}

/** A report as the page handles it; entries of its lists that are no attachment or amendment are left out (section 5). */
export function fromWire(wire: WireIssue): Issue {
  const { user, attachments, amendment, ...rest } = wire;
  return {
    ...rest,
    ...(Object.fromEntries(DETAIL_FIELDS.map((field) => [field, wire[field] ?? ""])) as Record<DetailField, string>),
    reporter: user?.username ?? "",
    attachments: parseJsonList(attachments).filter(isAttachment),
    amendments: parseJsonList(amendment).filter(isAmendment),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isAttachment(value: unknown): value is Attachment {
  return (
    isRecord(value) &&
    typeof value.name === "string" &&
    typeof value.size === "number" &&
    typeof value.type === "string" &&
    typeof (value.url ?? value.data) === "string"
  );
}

function isAmendment(value: unknown): value is Amendment {
  return (
    isRecord(value) &&
    typeof value.id === "string" &&
    typeof value.text === "string" &&
    typeof value.createdBy === "string" &&
    typeof value.createdAt === "string"
  );
}
