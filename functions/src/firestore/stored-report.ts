import {
  type Amendment,
  type Attachment,
  attachmentName,
  attachmentUrl,
  DETAIL_FIELDS,
  type DetailField,
  ISSUE_TYPES,
  type Issue,
  PRIORITIES,
  parseAttachmentUrl,
  readDataUrlHead,
  STATUSES,
} from "@logbook/domain";

/** A stored document read as a report, and in `problems` what was wrong with it, in words without report text. */
export interface ReadIssue {
  issue: Issue;
  problems: string[];
}

/** Data of a stored document: the Admin SDK's, or decoded REST fields. */
export type StoredData = Readonly<Record<string, unknown>>;

/**
 * Reads `issues/{id}` whatever it holds: an unknown status is CANCELLED, an unknown priority MEDIUM, an unknown type a
 * bug; lists that cannot be read are empty, entries that cannot be are left out; a missing text is `''`.
 */
export function readIssue(id: string, data: StoredData): ReadIssue {
  const problems: string[] = [];
  const orNote = <T>(value: T | null, otherwise: T, problem: string): T => {
    if (value === null) problems.push(problem);
    return value ?? otherwise;
  };
  const text = (field: string): string => orNote(readText(data[field]), "", `${field} is no text`);
  const oneOf = <T extends string>(field: string, values: readonly T[], otherwise: T): T =>
    orNote(values.find((value) => value === data[field]) ?? null, otherwise, `${field} is unknown`);
  const instant = (field: string): string => orNote(readInstant(data[field]), "", `${field} is no instant`);
  const list = <T>(field: string, entries: (T | null)[] | null): T[] => {
    const good = orNote(entries, [], `${field} cannot be read`).filter((entry) => entry !== null);
    if (entries !== null && good.length < entries.length) problems.push(`${field} has an entry that cannot be read`);
    return good;
  };

  const issue: Issue = {
    id,
    type: oneOf("type", ISSUE_TYPES, "bug"),
    title: text("title"),
    description: text("description"),
    status: oneOf("status", STATUSES, "CANCELLED"),
    priority: oneOf("priority", PRIORITIES, "MEDIUM"),
    reporter: text("reporter"),
    ...(Object.fromEntries(DETAIL_FIELDS.map((field) => [field, text(field)])) as Record<DetailField, string>),
    attachments: list("attachments", readAttachments(data.attachments)),
    amendments: list("amendments", readAmendments(data.amendments)).sort(compareAmendments),
    createdAt: instant("createdAt"),
    updatedAt: instant("updatedAt"),
  };
  return { issue, problems };
}

/** An attachment as it is stored: a path in Storage where the wire has a url. */
export interface StoredAttachment {
  name: string;
  size: number;
  type: string;
  path: string;
}

/** The attachments of a stored document that can be read, for who looks for one file. */
export function storedAttachments(data: StoredData): StoredAttachment[] {
  return Array.isArray(data.attachments) ? data.attachments.filter(isStoredAttachment) : [];
}

/** An instant of the Admin SDK or of decoded REST fields as ISO 8601 with milliseconds; `null` when it is none. */
export function readInstant(value: unknown): string | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (isRecord(value) && typeof value.toMillis === "function") return new Date(Number(value.toMillis())).toISOString();
  return null;
}

function readText(value: unknown): string | null {
  return typeof value === "string" ? value : value === undefined ? "" : null;
}

function readAttachments(value: unknown): (Attachment | null)[] | null {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return null;
  return value.map((entry: unknown) => {
    if (!isStoredAttachment(entry)) return readInlineAttachment(entry);
    const ref = parseAttachmentUrl(`/api/${entry.path}`);
    return (
      ref && {
        name: attachmentName(entry.name, entry.type),
        size: entry.size,
        type: entry.type,
        url: attachmentUrl(ref),
      }
    );
  });
}

/** A file that stands in the document itself, as the specification's section 3 has it; the rules let nobody write one. */
function readInlineAttachment(entry: unknown): Attachment | null {
  if (!isRecord(entry)) return null;
  const { name, size, data } = entry;
  const type = readDataUrlHead(data)?.type;
  return typeof name === "string" && typeof size === "number" && type !== undefined && type === entry.type
    ? { name: attachmentName(name, type), size, type, data: String(data) }
    : null;
}

function readAmendments(value: unknown): (Amendment | null)[] | null {
  if (value === undefined) return [];
  if (!isRecord(value) || Array.isArray(value)) return null;
  return Object.entries(value).map(([id, entry]) => readAmendment(id, entry));
}

function readAmendment(id: string, entry: unknown): Amendment | null {
  if (!isRecord(entry)) return null;
  const { text, createdBy } = entry;
  const createdAt = readInstant(entry.createdAt);
  return typeof text === "string" && typeof createdBy === "string" && createdAt !== null
    ? { id, text, createdBy, createdAt }
    : null;
}

/** Sorts amendments, the oldest first. */
export function compareAmendments(a: Amendment, b: Amendment): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

function isStoredAttachment(value: unknown): value is StoredAttachment {
  return (
    isRecord(value) &&
    typeof value.name === "string" &&
    typeof value.size === "number" &&
    typeof value.type === "string" &&
    typeof value.path === "string"
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
