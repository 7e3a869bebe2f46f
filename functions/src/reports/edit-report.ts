import {
  type Correction,
  EDITABLE_FIELDS,
  type EditReport,
  editTimeLeft,
  type Failure,
  FIELDS_OF_OTHER_TYPE,
  type Issue,
  LIMITS,
} from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { StoredDocument } from "../firestore/documents.ts";
import { parseStoredReport } from "../firestore/stored-report.ts";
import type { Commit } from "../firestore/writes.ts";
import { type ApiResponse, failure, NO_SUCH_REPORT, ok } from "../http/response.ts";
import { changeWrites, dataAfter, toWireIssue } from "./change-report.ts";
import { reportEditEvent } from "./history-events.ts";

const NOT_REPORTER = failure(
  "forbidden",
  "Only its reporter can edit a report. Please write what you would change as an amendment.",
);
const TOO_LATE = failure(
  "too-late",
  `You can edit a report for ${LIMITS.editMinutes} minutes after filing it. That time is over: please add what has changed as an amendment.`,
);
const HANDLED_BY_ADMIN = failure(
  "too-late",
  "An admin has answered this report or changed it, so it can no longer be edited. Please add what has changed as an amendment.",
);

export const NO_LONGER_ADMIN = failure(
  "forbidden",
  "You wrote this as an admin, so it can no longer be edited. Please add what has changed as an amendment.",
);
export const EDITED_MEANWHILE = failure(
  "conflict",
  "This text was edited after you opened it. Please compare it with yours, which has not been lost, and save again.",
);

/** Whether a text was edited after the client opened it. `editedAtOnOpen` is the `editedAt` that the client saw. */
export function wasEditedSince(editedAtOnOpen: string | undefined, current: Pick<Issue, "editedAt">): boolean {
  // A client need not send the value. It sends `""` for a text that nobody had edited.
  return editedAtOnOpen !== undefined && editedAtOnOpen !== (current.editedAt ?? "");
}

type EditResult = Commit | ApiResponse | Failure;

/** Edits texts and priority of the caller's own report, for 15 minutes or until an admin has handled the report. */
export function editReport(caller: Caller, report: StoredDocument | null, edit: EditReport, now: number): EditResult {
  if (report === null) return NO_SUCH_REPORT;
  if (report.data.reporterId !== caller.uid) return NOT_REPORTER;
  const { issue } = parseStoredReport(report.id, report.data);
  const values = changedValues(issue, edit);
  // An edit that changes nothing succeeds even when it is too late: it may repeat an edit that was in time.
  if (values === null) return unchanged(report);
  // The edited text would keep the admin mark.
  if (issue.byAdmin && !caller.isAdmin) return NO_LONGER_ADMIN;
  if (issue.handledByAdmin) return HANDLED_BY_ADMIN;
  if (editTimeLeft(issue, now) === 0) return TOO_LATE;
  if (wasEditedSince(edit.from, issue)) return EDITED_MEANWHILE;
  return commitEdit(caller, report, issue, values);
}

/** Corrects title and priority of any report, as an admin. */
export function correctReport(caller: Caller, report: StoredDocument | null, correction: Correction): EditResult {
  if (report === null) return NO_SUCH_REPORT;
  const { issue } = parseStoredReport(report.id, report.data);
  const values = changedValues(issue, correction);
  if (values === null) return unchanged(report);
  if (wasEditedSince(correction.from, issue)) return EDITED_MEANWHILE;
  return commitEdit(caller, report, issue, values, { handledByAdmin: true });
}

const unchanged = ({ id, data }: StoredDocument): ApiResponse => ok({ issue: toWireIssue(id, data) });

type EditedValues = Partial<Pick<Issue, (typeof EDITABLE_FIELDS)[number]>>;

/** The new values of the fields that the edit changes and the report's type has; `null` if it changes nothing. */
function changedValues(issue: Issue, edit: Partial<EditReport>): EditedValues | null {
  const otherTypeFields: readonly string[] = FIELDS_OF_OTHER_TYPE[issue.type];
  const fields = EDITABLE_FIELDS.filter(
    (field) => edit[field] !== undefined && edit[field] !== issue[field] && !otherTypeFields.includes(field),
  );
  return fields.length === 0 ? null : Object.fromEntries(fields.map((field) => [field, edit[field]!]));
}

function commitEdit(
  caller: Caller,
  report: StoredDocument,
  issue: Issue,
  values: EditedValues,
  adminFields: { handledByAdmin?: true } = {},
): Commit {
  const fields = { ...values, updatedBy: caller.uid, ...adminFields };
  const change = { fields, mask: Object.keys(fields), serverTimes: ["editedAt", "updatedAt"] };
  return {
    writes: changeWrites(report.id, caller, change, reportEditEvent(issue, values)),
    respond: (time) => ok({ issue: toWireIssue(report.id, dataAfter(report, change, time)) }),
  };
}
