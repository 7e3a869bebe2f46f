import { EDITABLE_FIELDS, type EditedField, type Issue, type Priority, type Status } from "@logbook/domain";
import { parseStoredReport, parseTimestamp, type StoredData } from "../firestore/stored-report.ts";

/**
 * An event in a report's history (`history/{eventId}`), without its author and time. `from` and `to` are statuses; `to`
 * is the amendment's id if the event is about an amendment.
 */
export type HistoryEvent =
  | { kind: "created" | "restored"; from: null; to: Status }
  | { kind: "status"; from: Status; to: Status }
  | { kind: "amended"; from: null; to: string }
  | { kind: "deleted"; from: Status; to: null; report: Pick<Issue, "number" | "title"> }
  | EditEvent;

/** `former` has the texts before the edit, `current` the new title and priority if the edit changed them. */
interface EditEvent {
  kind: "edited";
  from: null;
  to: string | null;
  fields: EditedField[];
  former: Partial<Record<EditedField, string>>;
  current: { title?: string; priority?: Priority };
}

// The `updatedAt` of a restored report differs from the time of the write's event by less than this.
const MAX_WRITE_DELAY_MS = 60_000;

/** The event of a write at `time`, from the report before and after the write; `null` if the history records none. */
export function historyEventOf(before: StoredData | null, after: StoredData | null, time: Date): HistoryEvent | null {
  // The id is empty, because no event contains it.
  const oldReport = before && parseStoredReport("", before).issue;
  if (after === null) {
    if (oldReport === null) return null;
    const { status, number, title } = oldReport;
    return { kind: "deleted", from: status, to: null, report: { number, title } };
  }
  const newReport = parseStoredReport("", after).issue;
  const { status } = newReport;
  if (oldReport === null) return { kind: isRestored(after, time) ? "restored" : "created", from: null, to: status };
  if (oldReport.status !== status) return { kind: "status", from: oldReport.status, to: status };
  // The id of the amendment that was added or edited last.
  const { lastAmendment } = after;
  const oldAmendment = oldReport.amendments.find(({ id }) => id === lastAmendment);
  // An amendment that could not be parsed before is missing in `oldReport`, though it is not new. A new amendment also
  // changes `lastAmendment`.
  if (typeof lastAmendment === "string" && !oldAmendment && lastAmendment !== before?.lastAmendment)
    return { kind: "amended", from: null, to: lastAmendment };
  const newAmendment = newReport.amendments.find(({ id }) => id === lastAmendment);
  const isEdited = oldAmendment && newAmendment && oldAmendment.editedAt !== newAmendment.editedAt;
  if (isEdited && oldAmendment.text !== newAmendment.text) {
    const former = { text: oldAmendment.text };
    return { kind: "edited", from: null, to: newAmendment.id, fields: ["text"], former, current: {} };
  }
  return oldReport.editedAt === newReport.editedAt ? null : editEventOf(oldReport, newReport);
}

function editEventOf(oldReport: Issue, newReport: Issue): EditEvent | null {
  const fields = EDITABLE_FIELDS.filter((field) => oldReport[field] !== newReport[field]);
  if (fields.length === 0) return null;
  return {
    kind: "edited",
    from: null,
    to: null,
    fields,
    former: Object.fromEntries(fields.map((field) => [field, oldReport[field]])),
    current: {
      ...(oldReport.title !== newReport.title && { title: newReport.title }),
      ...(oldReport.priority !== newReport.priority && { priority: newReport.priority }),
    },
  };
}

/**
 * Whether a new document is a restored report: its `updatedAt` is about the time of the write, but its `createdAt` is
 * earlier. In a report just filed both are equal; in an imported report both are old.
 */
function isRestored({ createdAt, updatedAt }: StoredData, time: Date): boolean {
  const created = parseTimestamp(createdAt);
  const updated = parseTimestamp(updatedAt);
  if (created === null || updated === null || created === updated) return false;
  return Math.abs(time.getTime() - Date.parse(updated)) < MAX_WRITE_DELAY_MS;
}
