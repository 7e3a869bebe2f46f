import { editTimeLeft, type Failure, LIMITS } from "@logbook/domain";
import { handledMark } from "../accounts/member.ts";
import type { Caller } from "../accounts/session.ts";
import type { StoredDocument } from "../firestore/documents.ts";
import { parseAmendment, parseStoredReport, type StoredData } from "../firestore/stored-report.ts";
import type { Commit } from "../firestore/writes.ts";
import { type ApiResponse, failure, NO_SUCH_REPORT, ok } from "../http/response.ts";
import { changeWrites } from "./change-report.ts";
import { EDITED_MEANWHILE, NO_LONGER_ADMIN, wasEditedSince } from "./edit-report.ts";
import { amendmentEditEvent } from "./history-events.ts";

const NO_SUCH_AMENDMENT = failure("not-found", "There is no such amendment. Please reload the page.");
const NOT_AUTHOR = failure("forbidden", "Only its author can edit an amendment. Please write one of your own.");
const TOO_LATE = failure(
  "too-late",
  `You can edit an amendment for ${LIMITS.editMinutes} minutes after adding it. That time is over: please add another one.`,
);
const HIDDEN = failure(
  "forbidden",
  "An admin has hidden this amendment, so it cannot be edited. Your text has not been lost.",
);
const TEXT_TOO_LONG = failure(
  "full",
  `This report has many amendments already, so the text may have about ${LIMITS.laterAmendmentBytes} letters only. Please shorten it; it has not been lost.`,
);

interface AmendmentEdit {
  text: string;
  /** The `editedAt` of the text that the client has opened (`wasEditedSince`). */
  from?: string | undefined;
}

/** Changes the text of an amendment that the caller added in the last 15 minutes. The response is `{amendment}`. */
export function editAmendment(
  caller: Caller,
  report: StoredDocument | null,
  amendmentId: string,
  { text, from }: AmendmentEdit,
  now: number,
): Commit | ApiResponse | Failure {
  if (report === null) return NO_SUCH_REPORT;
  const { amendments } = parseStoredReport(report.id, report.data).issue;
  const amendment = amendments.find(({ id }) => id === amendmentId);
  if (amendment === undefined) return NO_SUCH_AMENDMENT;
  const stored = (report.data.amendments as Record<string, StoredData>)[amendmentId]!;
  if (stored.createdById !== caller.uid) return NOT_AUTHOR;
  // The text may be stored already, by an edit whose response was lost. So this check comes before those below.
  if (amendment.text === text) return ok({ amendment });
  if (amendment.hiddenAt !== undefined) return HIDDEN;
  if (amendment.byAdmin && !caller.isAdmin) return NO_LONGER_ADMIN;
  if (editTimeLeft(amendment, now) === 0) return TOO_LATE;
  if (wasEditedSince(from, amendment)) return EDITED_MEANWHILE;
  // The number of amendments includes the edited one, so the limit is `>`; for a new amendment it is `>=`.
  const mustBeShort = amendments.length > LIMITS.longAmendments;
  if (mustBeShort && Buffer.byteLength(text) > LIMITS.laterAmendmentBytes) return TEXT_TOO_LONG;
  const otherFields = { updatedBy: caller.uid, ...handledMark(caller) };
  const path = `amendments.\`${amendmentId}\``;
  const change = {
    fields: { amendments: { [amendmentId]: { text } }, ...otherFields },
    mask: [`${path}.text`, ...Object.keys(otherFields)],
    serverTimes: [`${path}.editedAt`, "updatedAt"],
  };
  return {
    writes: changeWrites(report.id, caller, change, amendmentEditEvent(amendmentId, amendment.text)),
    respond: (time) => ok({ amendment: parseAmendment(amendmentId, { ...stored, text, editedAt: time }) }),
  };
}
