import {
  type Correction,
  EDITABLE_FIELDS,
  type EditReport,
  editTimeLeft,
  type Failure,
  FIELDS_OF_OTHER_TYPE,
  LIMITS,
} from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { CallerStore } from "../firestore/caller-store.ts";
import { type ApiResponse, failure, isFailure, ok } from "../http/response.ts";
import { changeReport, type ReportChange, type StoredReport } from "./change-report.ts";
import { EDITED_MEANWHILE, wasEditedSince } from "./edited-meanwhile.ts";
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
