import {
  CLOSING_REASONS,
  EDITABLE_FIELDS,
  type EditedField,
  type Failure,
  FOLLOW_MODES,
  isId,
  LIMITS,
  PRIORITIES,
  STATUSES,
  type WireEdit,
  type WireEvent,
  type WireHistory,
} from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import { countDocuments, queryDocuments, readDocuments, type StoredDocument } from "../firestore/documents.ts";
import { cursorOf, eventsBefore } from "../firestore/event-order.ts";
import type { Outcome } from "../firestore/rest.ts";
import { parseReportName, parseTimestamp } from "../firestore/stored-report.ts";
import { encodeValue } from "../firestore/values.ts";
import { type ApiResponse, failure, NO_SUCH_REPORT, ok, UNAVAILABLE } from "../http/response.ts";
import { isHidden } from "./hide-amendment.ts";

const NO_SUCH_EDIT = failure("not-found", "There is no such edit in the history. Please reload the page.");

// Of the former fields only title and priority are read, because all former texts of a report can have many megabytes.
// `current` has only these two.
const SELECTED_FIELDS = [
  "kind",
  "from",
  "to",
  "byName",
  "at",
  "fields",
  "former.title",
  "former.priority",
  "current",
  "of",
];

/**
 * Reads the last events of a report, or the last ones before the event `before`: at most `LIMITS.eventsPerResponse`,
 * oldest first, without the events of added amendments. `earlier` names the event before which there are more.
 */
export async function readHistory(
  issueId: string,
  before: StoredDocument | null = null,
): Promise<Outcome<WireHistory>> {
  const structuredQuery = {
    select: { fields: SELECTED_FIELDS.map((fieldPath) => ({ fieldPath })) },
    from: [{ collectionId: "history" }],
    where: { fieldFilter: { field: { fieldPath: "issueId" }, op: "EQUAL", value: encodeValue(issueId) } },
    ...eventsBefore(before && cursorOf(before)),
    // One more than the response has shows whether there are earlier ones.
    limit: LIMITS.eventsPerResponse + 1,
  };
  const outcome = await queryDocuments(structuredQuery);
  if ("refusal" in outcome) return outcome;
  const { documents } = outcome;
  const shownDocuments = documents.slice(0, LIMITS.eventsPerResponse);
  const events = shownDocuments.flatMap(({ id, data }) => parseEvent(id, data) ?? []).reverse();
  return { events, earlier: documents.length > shownDocuments.length ? shownDocuments.at(-1)!.id : null };
}

/** Reads the events of a report before an event; `NO_SUCH_REPORT` for a report in the trash. */
export async function readEarlierEvents(
  report: StoredDocument | null,
  before: StoredDocument | null,
): Promise<ApiResponse | Failure> {
  if (report === null || before?.data.issueId !== report.id) return NO_SUCH_REPORT;
  const history = await readHistory(report.id, before);
  return "refusal" in history ? UNAVAILABLE : ok(history);
}

/**
 * Reads the former values of the fields that an edit changed. Those of a report in the trash cannot be read, and those
 * of a hidden amendment only by an admin.
 */
export async function readFormerTexts({ isAdmin }: Caller, eventId: string): Promise<ApiResponse | Failure> {
  // The ids of events are shorter. Firestore refuses ids with two underscores at both ends.
  if (!/^(?!__.*__$)[\w-]{1,200}$/.test(eventId)) return NO_SUCH_EDIT;
  const outcome = await readDocuments([`history/${eventId}`]);
  if ("refusal" in outcome) return UNAVAILABLE;
  const { kind, former, issueId, to } = outcome.documents[0]?.data ?? {};
  if (kind !== "edited" || typeof issueId !== "string" || !isId(issueId)) return NO_SUCH_EDIT;
  const reportOutcome = await readDocuments([`issues/${issueId}`]);
  if ("refusal" in reportOutcome) return UNAVAILABLE;
  const report = reportOutcome.documents[0] ?? null;
  const isReadable = report !== null && (isAdmin || typeof to !== "string" || !isHidden(report, to));
  return isReadable ? ok({ former }) : NO_SUCH_EDIT;
}

const followersOf = (issueId: string) => ({
  from: [{ collectionId: "follows" }],
  where: {
    fieldFilter: {
      field: { fieldPath: `reports.\`${issueId}\`.mode` },
      op: "IN",
      value: encodeValue(FOLLOW_MODES.filter((mode) => mode !== "none")),
    },
  },
});

/** Counts the members who follow at least one of these reports. */
export async function countFollowers(issueIds: readonly string[]): Promise<Outcome<{ count: number }>> {
  if (issueIds.length === 1) return await countDocuments(followersOf(issueIds[0]!));
  const uids = new Set<string>();
  for (const issueId of issueIds) {
    const select = { fields: [{ fieldPath: "__name__" }] };
    const outcome = await queryDocuments({ ...followersOf(issueId), select });
    if ("refusal" in outcome) return outcome;
    for (const { id } of outcome.documents) uids.add(id);
  }
  return { count: uids.size };
}

/** Parses an event; `null` for a malformed event, and for an added amendment, because the report itself has it. */
function parseEvent(id: string, data: Record<string, unknown>): WireEvent | null {
  const { kind, from, to, byName } = data;
  const at = parseTimestamp(data.at);
  if (at === null) return null;
  const by = typeof byName === "string" ? byName : "";
  if (kind === "edited") return { by, at, ...parseEdit(id, data) };
  if (kind === "closed" || kind === "reopened") return parseClosing(data, { by, at });
  if (kind === "assigned") return { kind, from: nameOrNull(from), to: nameOrNull(to), by, at };
  if ((kind === "hidden" || kind === "unhidden") && typeof to === "string") return { kind, amendment: to, by, at };
  const [oldStatus, newStatus] = [from, to].map((value) => STATUSES.find((status) => status === value) ?? null);
  if (kind === "status" && oldStatus && newStatus) return { kind, from: oldStatus, to: newStatus, by, at };
  const plainKind = PLAIN_KINDS.find((name) => name === kind);
  return plainKind === undefined ? null : { kind: plainKind, by, at };
}

/** The kinds of events that need no more words. */
const PLAIN_KINDS = ["created", "deleted", "restored", "pinned", "unpinned", "published"] as const;

const nameOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);

function parseClosing(
  { kind, from, to, of }: Record<string, unknown>,
  author: Pick<WireEvent, "by" | "at">,
): WireEvent | null {
  const reason = CLOSING_REASONS.find((known) => known === (kind === "closed" ? to : from));
  if (reason === undefined) return null;
  if (kind === "reopened") return { kind, reason, ...author };
  const target = parseReportName(of);
  return { kind: "closed", reason, ...(target && { of: target }), ...author };
}

function parseEdit(id: string, { to, fields, former, current }: Record<string, unknown>): WireEdit {
  // The edit of an amendment has the amendment's id as `to`, and `text` as its only field (history-events.ts).
  const possibleFields: readonly EditedField[] = [...EDITABLE_FIELDS, "text"];
  const oldValues = (former ?? {}) as Record<string, unknown>;
  const newValues = (current ?? {}) as Record<string, unknown>;
  const [oldTitle, newTitle] = [oldValues.title, newValues.title];
  const hasTitles = typeof oldTitle === "string" && typeof newTitle === "string";
  const oldPriority = PRIORITIES.find((priority) => priority === oldValues.priority);
  const newPriority = PRIORITIES.find((priority) => priority === newValues.priority);
  return {
    kind: "edited",
    id,
    ...(typeof to === "string" && { amendment: to }),
    fields: Array.isArray(fields) ? possibleFields.filter((field) => fields.includes(field)) : [],
    ...(hasTitles && { title: { from: oldTitle, to: newTitle } }),
    ...(oldPriority && newPriority && { priority: { from: oldPriority, to: newPriority } }),
  };
}
