import { EDITABLE_FIELDS, type EditedField, type Issue, type Priority, type Status } from "@logbook/domain";
import { readStoredReport, readTimestamp, type StoredData } from "../firestore/stored-report.ts";

/** An event in a report's history, without its author and time (`history/{eventId}`). */
export type HistoryEvent =
  | { kind: "created" | "restored"; from: null; to: Status }
  | { kind: "status"; from: Status; to: Status }
  | { kind: "amended"; from: null; to: string }
  | { kind: "deleted"; from: Status; to: null; report: Pick<Issue, "number" | "title"> }
  | EditEvent;

/**
 * An edit of a report or, if `to` is not `null`, of the amendment with that id. `former` has the texts before the edit,
 * `current` the new title and priority if they were changed.
 */
interface EditEvent {
  kind: "edited";
  from: null;
  to: string | null;
  fields: EditedField[];
  former: Partial<Record<EditedField, string>>;
  current: { title?: string; priority?: Priority };
}

const MAX_WRITE_DELAY_MS = 60_000;

/** The event of a write at the time `at`, from the report before and after it; `null` if the history records none. */
export function historyEventOf(before: StoredData | null, after: StoredData | null, at: Date): HistoryEvent | null {
  const old = before && readStoredReport("", before).issue;
  const current = after && readStoredReport("", after).issue;
  if (old !== null && current === null) {
    const { status, number, title } = old;
    return { kind: "deleted", from: status, to: null, report: { number, title } };
  }
  if (current === null || after === null) return null;
  if (old === null) return { kind: isRestored(after, at) ? "restored" : "created", from: null, to: current.status };
  if (old.status !== current.status) return { kind: "status", from: old.status, to: current.status };
  const { lastAmendment } = after;
  const earlier = old.amendments.find(({ id }) => id === lastAmendment);
  if (typeof lastAmendment === "string" && earlier === undefined && lastAmendment !== before?.lastAmendment)
    return { kind: "amended", from: null, to: lastAmendment };
  const later = current.amendments.find(({ id }) => id === lastAmendment);
  if (earlier && later && earlier.editedAt !== later.editedAt && earlier.text !== later.text)
    return { kind: "edited", from: null, to: later.id, fields: ["text"], former: { text: earlier.text }, current: {} };
  return old.editedAt === current.editedAt ? null : editOf(old, current);
}

function editOf(old: Issue, current: Issue): EditEvent | null {
  const fields = EDITABLE_FIELDS.filter((field) => old[field] !== current[field]);
  if (fields.length === 0) return null;
  return {
    kind: "edited",
    from: null,
    to: null,
    fields,
    former: Object.fromEntries(fields.map((field) => [field, old[field]])),
    current: {
      ...(old.title !== current.title && { title: current.title }),
      ...(old.priority !== current.priority && { priority: current.priority }),
    },
  };
}

/**
 * Whether a new document is a restored report: its creation time is old, and it was updated just now. In an imported
 * report both times are old.
 */
function isRestored({ createdAt, updatedAt }: StoredData, at: Date): boolean {
  const created = readTimestamp(createdAt);
  const updated = readTimestamp(updatedAt);
  if (created === null || updated === null || created === updated) return false;
  return Math.abs(at.getTime() - Date.parse(updated)) < MAX_WRITE_DELAY_MS;
}
