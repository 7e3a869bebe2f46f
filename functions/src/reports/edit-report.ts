import {
  type Correction,
  EDITABLE_FIELDS,
  type EditReport,
  editTimeLeft,
  type Failure,
  FIELDS_OF_OTHER_TYPE,
  type Issue,
  LIMITS,
  parseJsonList,
} from "@logbook/domain";
import { handledMark } from "../accounts/member.ts";
import type { Caller } from "../accounts/session.ts";
import type { CallerStore } from "../firestore/caller-store.ts";
import type { StoredData } from "../firestore/stored-report.ts";
import { type ApiResponse, failure, isFailure, ok } from "../http/response.ts";
import { changeReport, type ReportChange, type StoredReport } from "./change-report.ts";
import type { ReportCache } from "./report-cache.ts";

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
const EDITED_MEANWHILE = failure(
  "conflict",
  "This text was edited after you opened it. Please compare it with yours, which has not been lost, and save again.",
);

/** Edits texts and priority of the caller's own report, for 15 minutes or until an admin has handled the report. */
export async function editReport(
  store: CallerStore,
  cache: ReportCache,
  caller: Caller,
  id: string,
  edit: EditReport,
): Promise<ApiResponse | Failure> {
  const changedReport = await changeReport(store, cache, id, (report) => {
    if (report.data.reporterId !== caller.uid) return NOT_REPORTER;
    const change = createReportChange(report, caller, edit);
    // An edit that changes nothing succeeds even when it is too late: it may repeat an edit that was in time.
    if (change === null) return null;
    if (report.issue.handledByAdmin) return HANDLED_BY_ADMIN;
    if (editTimeLeft(report.issue, Date.now()) === 0) return TOO_LATE;
    return change;
  });
  return isFailure(changedReport) ? changedReport : ok({ issue: changedReport });
}

/** Corrects title and priority of any report, as an admin. */
export async function correctReport(
  store: CallerStore,
  cache: ReportCache,
  caller: Caller,
  id: string,
  correction: Correction,
): Promise<ApiResponse | Failure> {
  const changedReport = await changeReport(store, cache, id, (report) =>
    createReportChange(report, caller, correction, { handledByAdmin: true }),
  );
  return isFailure(changedReport) ? changedReport : ok({ issue: changedReport });
}

function createReportChange(
  { issue, data }: StoredReport,
  { uid }: Caller,
  edit: Partial<EditReport>,
  adminFields: { handledByAdmin?: true } = {},
): ReportChange | Failure | null {
  const otherTypeFields: readonly string[] = FIELDS_OF_OTHER_TYPE[issue.type];
  const changedFields = EDITABLE_FIELDS.filter((field) => {
    const isChanged = edit[field] !== undefined && edit[field] !== data[field];
    return isChanged && !otherTypeFields.includes(field);
  });
  // If the response to an edit was lost, the client sends the same edit again, which changes nothing.
  if (changedFields.length === 0) return null;
  if (wasEditedSince(edit.from, issue)) return EDITED_MEANWHILE;
  const changedValues = Object.fromEntries(changedFields.map((field) => [field, edit[field]!]));
  const fields = { ...changedValues, updatedBy: uid, ...adminFields };
  return {
    fields,
    mask: Object.keys(fields),
    serverTimes: ["editedAt", "updatedAt"],
    dataAfter: (time) => ({ ...data, ...fields, editedAt: time, updatedAt: time }),
  };
}

/** Whether a text was edited after the client opened it, when its `editedAt` was `openedEditedAt`. */
function wasEditedSince(openedEditedAt: string | undefined, current: Pick<Issue, "editedAt">): boolean {
  // A client need not send the value. It sends `""` for a text that nobody had edited.
  return openedEditedAt !== undefined && openedEditedAt !== (current.editedAt ?? "");
}

const NO_SUCH_AMENDMENT = failure("not-found", "There is no such amendment. Please reload the page.");
const NOT_AUTHOR = failure("forbidden", "Only its author can edit an amendment. Please write one of your own.");
const AMENDMENT_TOO_LATE = failure(
  "too-late",
  `You can edit an amendment for ${LIMITS.editMinutes} minutes after adding it. That time is over: please add another one.`,
);
const TEXT_TOO_LONG = failure(
  "full",
  `This report has many amendments already, so the text may have about ${LIMITS.laterAmendmentBytes} letters only. Please shorten it; it has not been lost.`,
);

interface AmendmentEdit {
  issueId: string;
  amendmentId: string;
  text: string;
  /** The `editedAt` of the text that the client has opened (`wasEditedSince`). */
  from?: string | undefined;
}

/** Changes the text of an amendment that the caller added in the last 15 minutes. The response is `{amendment}`. */
export async function editAmendment(
  store: CallerStore,
  cache: ReportCache,
  caller: Caller,
  edit: AmendmentEdit,
): Promise<ApiResponse | Failure> {
  const issue = await changeReport(store, cache, edit.issueId, (report) => createAmendmentChange(report, caller, edit));
  if (isFailure(issue)) return issue;
  const amendments = parseJsonList(issue.amendment) as { id: string }[];
  return ok({ amendment: amendments.find(({ id }) => id === edit.amendmentId) });
}

function createAmendmentChange(
  { issue, data }: StoredReport,
  caller: Caller,
  { amendmentId, text, from }: AmendmentEdit,
): ReportChange | Failure | null {
  const amendment = issue.amendments.find(({ id }) => id === amendmentId);
  if (amendment === undefined) return NO_SUCH_AMENDMENT;
  const storedAmendments = data.amendments as Record<string, StoredData>;
  const storedAmendment = storedAmendments[amendmentId];
  if (storedAmendment?.createdById !== caller.uid) return NOT_AUTHOR;
  // The text may be stored already, by an edit whose response was lost. So this check comes before those below.
  if (amendment.text === text) return null;
  if (editTimeLeft(amendment, Date.now()) === 0) return AMENDMENT_TOO_LATE;
  if (wasEditedSince(from, amendment)) return EDITED_MEANWHILE;
  // The number of amendments includes the edited one, so the limit is `>`; for a new amendment it is `>=`.
  const mustBeShort = issue.amendments.length > LIMITS.longAmendments;
  if (mustBeShort && Buffer.byteLength(text) > LIMITS.laterAmendmentBytes) return TEXT_TOO_LONG;
  // `lastAmendment` tells the rules which entry of `amendments` they have to check.
  const otherFields = { lastAmendment: amendmentId, updatedBy: caller.uid, ...handledMark(caller) };
  const amendmentPath = `amendments.\`${amendmentId}\``;
  return {
    fields: { amendments: { [amendmentId]: { text } }, ...otherFields },
    mask: [`${amendmentPath}.text`, ...Object.keys(otherFields)],
    serverTimes: [`${amendmentPath}.editedAt`, "updatedAt"],
    dataAfter: (time) => ({
      ...data,
      ...otherFields,
      amendments: { ...storedAmendments, [amendmentId]: { ...storedAmendment, text, editedAt: time } },
      updatedAt: time,
    }),
  };
}
