import { type Failure, LIMITS } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { StoredDocument } from "../firestore/documents.ts";
import { encodeFields, type RestFields } from "../firestore/values.ts";
import { type Commit, createDocument, deleteDocument, moveBoard, setDocument } from "../firestore/writes.ts";
import { NO_SUCH_REPORT, ok } from "../http/response.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Moves a report to the trash. The caller's own token commits it: the rules decide. `newId` is the event's id. */
export function deleteReport(
  { uid, username }: Caller,
  report: StoredDocument | null,
  newId: string,
  now: Date,
): Commit | Failure {
  if (report === null) return NO_SUCH_REPORT;
  const { id, fields } = report;
  const purgeAt = new Date(now.getTime() + LIMITS.trashDays * DAY_MS);
  const entry = { issue: { mapValue: { fields } }, ...encodeFields({ deletedBy: uid, purgeAt }) };
  // As stored, because the rules compare these values with the report, which somebody may have written by hand.
  const { number = { nullValue: null }, title = { stringValue: "" }, status = { nullValue: null } } = fields;
  const event: RestFields = {
    ...encodeFields({ issueId: id, kind: "deleted", to: null, by: uid, byName: username }),
    from: status,
    report: { mapValue: { fields: { number, title } } },
  };
  return {
    isCommittedByCaller: true,
    writes: [
      deleteDocument(`issues/${id}`),
      setDocument(`trash/${id}`, entry, ["deletedAt"]),
      createDocument(`history/${newId}`, event, ["at"]),
      moveBoard(id, newId),
    ],
    respond: () => ok({}),
  };
}
