import {
  type Amendment,
  type Attachment,
  attachmentName,
  attachmentUrl,
  DETAIL_FIELDS,
  type DetailField,
  ISSUE_TYPES,
  type Issue,
  isRecord,
  PRIORITIES,
  parseAttachmentUrl,
  readDataUrlHead,
  STATUSES,
} from "@logbook/domain";

/** A report parsed from its document, and the document's `problems`, which quote no text of the report. */
export interface ParsedReport {
  issue: Issue;
  problems: string[];
}

/** The data of a document, from the Admin SDK or from decoded REST fields. */
export type StoredData = Readonly<Record<string, unknown>>;

/**
 * Parses `issues/{id}` whatever it contains: an unknown status becomes CANCELLED, an unknown priority MEDIUM, an
 * unknown type a bug, a missing text `''`; unreadable lists become empty, and unreadable entries are left out.
 */
export function readStoredReport(id: string, data: StoredData): ParsedReport {
  const problems: string[] = [];
  const orDefault = <T>(value: T | null, fallback: T, problem: string): T => {
    if (value === null) problems.push(problem);
    return value ?? fallback;
  };
  const text = (field: string): string => orDefault(readText(data[field]), "", `${field} is no text`);
  const oneOf = <T extends string>(field: string, values: readonly T[], fallback: T): T =>
    orDefault(values.find((value) => value === data[field]) ?? null, fallback, `${field} is unknown`);
  const timestamp = (field: string): string => orDefault(readTimestamp(data[field]), "", `${field} is no timestamp`);
  const list = <T>(field: string, entries: (T | null)[] | null): T[] => {
    const readable = orDefault(entries, [], `${field} cannot be read`).filter((entry) => entry !== null);
    if (entries !== null && readable.length < entries.length)
      problems.push(`${field} has an entry that cannot be read`);
    return readable;
  };

  const issue: Issue = {
    id,
    number: readNumber(data.number),
    type: oneOf("type", ISSUE_TYPES, "bug"),
    title: text("title"),
    description: text("description"),
    status: oneOf("status", STATUSES, "CANCELLED"),
    priority: oneOf("priority", PRIORITIES, "MEDIUM"),
    reporter: text("reporter"),
    ...(data.byAdmin === true && { byAdmin: true }),
    ...(Object.fromEntries(DETAIL_FIELDS.map((field) => [field, text(field)])) as Record<DetailField, string>),
    attachments: list("attachments", readAttachments(data.attachments)),
    amendments: list("amendments", readAmendments(data.amendments)).sort(compareAmendments),
    votes: Number.isSafeInteger(data.votes) ? Math.max(0, Number(data.votes)) : 0,
    createdAt: timestamp("createdAt"),
    updatedAt: timestamp("updatedAt"),
    ...editedAtField(data),
    ...(data.handledByAdmin === true && { handledByAdmin: true }),
  };
  return { issue, problems };
}

/** A stored attachment; it has a path in Storage where the API's JSON has a URL. */
export interface StoredAttachment {
  name: string;
  size: number;
  type: string;
  path: string;
}

/** The readable attachments of a stored report that are files in Storage. */
export function storedAttachments(data: StoredData): StoredAttachment[] {
  return Array.isArray(data.attachments) ? data.attachments.filter(isStoredAttachment) : [];
}

/** A timestamp of the Admin SDK or of decoded REST fields as ISO 8601 with milliseconds; `null` for any other value. */
export function readTimestamp(value: unknown): string | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (isRecord(value) && typeof value.toMillis === "function") return new Date(Number(value.toMillis())).toISOString();
  return null;
}

/** Compares amendments by time, the oldest first, then by id. */
export function compareAmendments(a: Amendment, b: Amendment): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

function editedAtField({ editedAt: stored }: StoredData): { editedAt?: string } {
  const editedAt = readTimestamp(stored);
  return editedAt === null ? {} : { editedAt };
}

/** A report's number; `null` if the document has none. */
export function readNumber(value: unknown): number | null {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : null;
}

function readText(value: unknown): string | null {
  if (value === undefined) return "";
  return typeof value === "string" ? value : null;
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

/** A file stored inside the document as a data URL (specification, section 3). The rules let no client write one. */
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

/** Parses an entry of a stored report's amendments; `null` if it cannot be read. */
export function readAmendment(id: string, entry: unknown): Amendment | null {
  if (!isRecord(entry)) return null;
  const { text, createdBy } = entry;
  const createdAt = readTimestamp(entry.createdAt);
  return typeof text === "string" && typeof createdBy === "string" && createdAt !== null
    ? { id, text, createdBy, createdAt, ...(entry.byAdmin === true && { byAdmin: true }), ...editedAtField(entry) }
    : null;
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
