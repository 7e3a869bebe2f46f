import {
  type Amendment,
  type Attachment,
  attachmentName,
  CLOSE_REASONS,
  compareText,
  type DuplicateTarget,
  hasFields,
  ISSUE_TYPES,
  type Issue,
  isId,
  isRecord,
  LIMITS,
  PRIORITIES,
  parseAttachmentUrl,
  parseSighting,
  type ReportName,
  readDataUrlHeader,
  recordOf,
  STATUSES,
  TEXT_FIELD_NAMES,
  tallySightings,
} from "@logbook/domain";
import { parseMap } from "./values.ts";

/** The data of a document, from the Admin SDK or from decoded REST fields. */
export type StoredData = Readonly<Record<string, unknown>>;

/**
 * Parses `issues/{id}`, whatever it contains. An unreadable field gets the default value below, and an unreadable entry
 * of a list is left out. `problems` are sentences for the log, so they quote no text of the report.
 */
export function parseStoredReport(id: string, data: StoredData): { issue: Issue; problems: string[] } {
  const problems: string[] = [];
  const orDefault = <T>(value: T | null, fallback: T, problem: string): T => {
    if (value === null) problems.push(problem);
    return value ?? fallback;
  };
  const textField = (field: string): string => orDefault(parseText(data[field]), "", `${field} is no text`);
  const enumField = <T extends string>(field: string, values: readonly T[], fallback: T): T =>
    orDefault(values.find((value) => value === data[field]) ?? null, fallback, `${field} is unknown`);
  const timeField = (field: string): string => orDefault(parseTimestamp(data[field]), "", `${field} is no timestamp`);
  const listField = <T>(field: string, entries: (T | null)[] | null): T[] => {
    const readableEntries = orDefault(entries, [], `${field} cannot be read`).filter((entry) => entry !== null);
    if (entries !== null && readableEntries.length < entries.length)
      problems.push(`${field} has an entry that cannot be read`);
    return readableEntries;
  };

  const issue: Issue = {
    id,
    number: parseReportNumber(data.number),
    type: enumField("type", ISSUE_TYPES, "bug"),
    ...recordOf(TEXT_FIELD_NAMES, textField),
    status: enumField("status", STATUSES, "CANCELLED"),
    priority: enumField("priority", PRIORITIES, "MEDIUM"),
    reporter: textField("reporter"),
    ...(typeof data.assignee === "string" && { assignee: data.assignee }),
    ...(data.byAdmin === true && { byAdmin: true }),
    attachments: listField("attachments", parseAttachments(data.attachments)),
    amendments: listField("amendments", parseAmendments(data.amendments)).sort(compareAmendments),
    votes: Number.isSafeInteger(data.votes) ? Math.max(0, Number(data.votes)) : 0,
    createdAt: timeField("createdAt"),
    updatedAt: timeField("updatedAt"),
    ...sightingsField(parseSightings(data)),
    ...fixAnswersField(parseFixAnswers(data)),
    ...editedAtField(data),
    ...(data.handledByAdmin === true && { handledByAdmin: true }),
    ...closingFields(data),
  };
  return { issue, problems };
}

export type StoredAttachment = {
  /** As the uploader sent it; `attachmentName` in the domain gives it a harmless extension. */
  name: string;
  size: number;
  type: string;
  /** The path of the file in Storage. The API's JSON has a URL instead of the path. */
  path: string;
};

/** The attachments of a stored report or amendment that are files in Storage, without malformed entries. */
export function storedAttachments(data: StoredData): StoredAttachment[] {
  return Array.isArray(data.attachments) ? data.attachments.filter(isStoredAttachment) : [];
}

/** The stored report itself and its amendments: everything that has a list of attachments. */
export function attachmentOwners(data: StoredData): StoredData[] {
  const amendments = isRecord(data.amendments) ? Object.values(data.amendments) : [];
  return [data, ...amendments.filter(isRecord)];
}

/** The attachments of a stored report and its amendments, also of hidden ones. */
export const allStoredAttachments = (data: StoredData): StoredAttachment[] =>
  attachmentOwners(data).flatMap(storedAttachments);

/** A timestamp of the Admin SDK or of decoded REST fields as ISO 8601 with milliseconds; `null` for any other value. */
export function parseTimestamp(value: unknown): string | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (isRecord(value) && typeof value.toMillis === "function") return new Date(Number(value.toMillis())).toISOString();
  return null;
}

/** Compares amendments by time, the oldest first, then by id. */
export function compareAmendments(a: Amendment, b: Amendment): number {
  return compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id);
}

function editedAtField(data: StoredData): { editedAt?: string } {
  const editedAt = parseTimestamp(data.editedAt);
  return editedAt === null ? {} : { editedAt };
}

/** A report's closing: why, or of which report it is a duplicate. The number and the title are that report's own. */
function closingFields({ closedAs, duplicateOf }: StoredData): Pick<Issue, "closedAs" | "duplicateOf"> {
  const target = parseDuplicateTarget(duplicateOf);
  if (target !== null) return { duplicateOf: target };
  const reason = CLOSE_REASONS.find((knownReason) => knownReason === closedAs);
  return reason === undefined ? {} : { closedAs: reason };
}

function parseDuplicateTarget(value: unknown): DuplicateTarget | null {
  if (!isRecord(value) || typeof value.id !== "string" || !isId(value.id)) return null;
  return { id: value.id, since: parseTimestamp(value.since) ?? "" };
}

/** The name of another report in an event of the history; `null` for any other value. */
export function parseReportName(value: unknown): ReportName | null {
  if (!hasFields(value, { id: "string", title: "string" })) return null;
  return { id: String(value.id), number: parseReportNumber(value.number), title: String(value.title) };
}

/** The uids of the members who vote for a report; `null` if they are not stored (reports/close-report.ts). */
export function parseVoters({ voters }: StoredData): string[] | null {
  return Array.isArray(voters) ? voters.filter((uid) => typeof uid === "string") : null;
}

/** The sightings of a bug by the uid of their member, each in the domain's words with its time (ISO 8601). */
export type StoredSightings = Readonly<Record<string, { on: string; at: string }>>;

/** The sightings of a report; `null` if it has none. Nobody but the functions may see whose they are. */
export function parseSightings({ sightings }: StoredData): StoredSightings | null {
  const entries = parseMap(sightings, (sighting) =>
    hasFields(sighting, { on: "string" }) ? { on: String(sighting.on), at: parseTimestamp(sighting.at) ?? "" } : null,
  );
  return entries.size === 0 ? null : Object.fromEntries(entries);
}

/** What the API sends of a report's sightings: their number, and only of three and more members with what they see it. */
export const sightingsField = (sightings: StoredSightings | null): Pick<Issue, "sightings"> =>
  sightings === null ? {} : { sightings: tallySightings(Object.values(sightings).map(({ on }) => parseSighting(on))) };

/** The answers to 'Fixed for you?' by the uid of their member, with their time (ISO 8601). */
export type StoredFixAnswers = Readonly<Record<string, { fixed: boolean; at: string }>>;

/** The answers of a report; `null` if it has none. */
export function parseFixAnswers({ fixAnswers }: StoredData): StoredFixAnswers | null {
  const entries = parseMap(fixAnswers, (answer) =>
    hasFields(answer, { fixed: "boolean" })
      ? { fixed: answer.fixed === true, at: parseTimestamp(answer.at) ?? "" }
      : null,
  );
  return entries.size === 0 ? null : Object.fromEntries(entries);
}

function fixAnswersField(answers: StoredFixAnswers | null): Pick<Issue, "fixAnswers"> {
  if (answers === null) return {};
  const all = Object.values(answers);
  const yes = all.filter(({ fixed }) => fixed).length;
  return { fixAnswers: { yes, no: all.length - yes } };
}

/** A member's votes (`ballots/{uid}`): the time of each vote (ISO 8601; `""` if it cannot be read) by the report's id. */
export const parseBallot = (ballot: { data: StoredData } | null): ReadonlyMap<string, string> =>
  parseMap(ballot?.data.votes, (time) => parseTimestamp(time) ?? "");

/** A report's number; `null` if the document has none. */
export function parseReportNumber(value: unknown): number | null {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : null;
}

function parseText(value: unknown): string | null {
  if (value === undefined) return "";
  return typeof value === "string" ? value : null;
}

function parseAttachments(value: unknown): (Attachment | null)[] | null {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return null;
  return value.map((entry: unknown) => {
    if (!isStoredAttachment(entry)) return parseInlineAttachment(entry);
    const { name, size, type, path } = entry;
    const url = `/api/${path}`;
    const isValidUrl = parseAttachmentUrl(url) !== null;
    return isValidUrl ? { name: attachmentName(name, type), size, type, url } : null;
  });
}

/** Parses a file that the document holds as a data URL (section 3). Only a write that bypasses the rules stores one. */
function parseInlineAttachment(entry: unknown): Attachment | null {
  if (!isRecord(entry)) return null;
  const { name, size, data } = entry;
  const type = readDataUrlHeader(data)?.type;
  if (typeof name !== "string" || typeof size !== "number" || type === undefined || type !== entry.type) return null;
  return { name: attachmentName(name, type), size, type, data: String(data) };
}

function parseAmendments(value: unknown): (Amendment | null)[] | null {
  if (value === undefined) return [];
  if (!isRecord(value) || Array.isArray(value)) return null;
  return Object.entries(value).map(([id, entry]) => parseAmendment(id, entry));
}

/**
 * Parses an entry of a stored report's amendments; `null` if the entry cannot be read. Leaves out the text and the files
 * of a hidden amendment, so that no list, search or page has them.
 */
export function parseAmendment(id: string, entry: unknown): Amendment | null {
  if (!isRecord(entry)) return null;
  const { text, createdBy } = entry;
  const createdAt = parseTimestamp(entry.createdAt);
  if (typeof text !== "string" || typeof createdBy !== "string" || createdAt === null) return null;
  const adminMark = entry.byAdmin === true && { byAdmin: true as const };
  const hiddenAt = parseTimestamp(entry.hiddenAt);
  const textOrHidden = hiddenAt === null ? { text, ...amendmentFiles(entry) } : { text: "", hiddenAt };
  return { id, ...textOrHidden, createdBy, createdAt, ...adminMark, ...editedAtField(entry) };
}

/** The files of a stored amendment, also of a hidden one; an empty object if it has none that can be read. */
export function amendmentFiles({ attachments }: StoredData): Pick<Amendment, "attachments"> {
  const files = (parseAttachments(attachments) ?? []).filter((file) => file !== null);
  return files.length === 0 ? {} : { attachments: files };
}

const DAY_MS = 86_400_000;

/** When the text and the files of an amendment that was hidden at `hiddenAt` are deleted for good. */
export const purgeTimeOf = (hiddenAt: Date): Date => new Date(hiddenAt.getTime() + LIMITS.trashDays * DAY_MS);

function isStoredAttachment(value: unknown): value is StoredAttachment {
  return hasFields(value, { name: "string", size: "number", type: "string", path: "string" });
}
