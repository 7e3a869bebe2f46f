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
import type { ReportCache } from "./report-cache.ts";

const NOT_YOURS = failure(
  "forbidden",
  "Only its reporter can edit a report. Please write what you would change as an amendment.",
);
const TOO_LATE = failure(
  "too-late",
  `You can edit a report for ${LIMITS.editMinutes} minutes after filing it. That time is over: please add what has changed as an amendment.`,
);
const HANDLED = failure(
  "too-late",
  "An admin has answered this report or changed it, so it can no longer be edited. Please add what has changed as an amendment.",
);
export const EDITED_MEANWHILE = failure(
  "conflict",
  "This text was edited after you opened it. Please compare it with yours, which has not been lost, and save again.",
);

/** Changes the texts and the priority of the caller's own report: for 15 minutes, until an admin has handled it. */
export async function editReport(
  store: CallerStore,
  cache: ReportCache,
  caller: Caller,
  id: string,
  { from, userId: _, ...texts }: EditReport,
): Promise<ApiResponse | Failure> {
  const issue = await changeReport(store, cache, id, (report) => {
    if (report.stored.reporterId !== caller.uid) return NOT_YOURS;
    const change = changeOf(report, caller, from, texts, {});
    if (change === null) return null;
    if (report.issue.handledByAdmin) return HANDLED;
    if (editTimeLeft(report.issue, Date.now()) === 0) return TOO_LATE;
    return change;
  });
  return isFailure(issue) ? issue : ok({ issue });
}

/** Changes title and priority of any report, as an admin. */
export async function correctReport(
  store: CallerStore,
  cache: ReportCache,
  caller: Caller,
  id: string,
  { from, userId: _, ...texts }: Correction,
): Promise<ApiResponse | Failure> {
  const issue = await changeReport(store, cache, id, (report) =>
    changeOf(report, caller, from, texts, { handledByAdmin: true }),
  );
  return isFailure(issue) ? issue : ok({ issue });
}

function changeOf(
  { issue, stored }: StoredReport,
  { uid }: Caller,
  from: string | undefined,
  texts: Partial<Omit<EditReport, "from" | "userId">>,
  mark: { handledByAdmin?: true },
): ReportChange | Failure | null {
  const otherTypeFields: readonly string[] = FIELDS_OF_OTHER_TYPE[issue.type];
  const changed = EDITABLE_FIELDS.filter((field) => {
    const isChanged = texts[field] !== undefined && texts[field] !== stored[field];
    return isChanged && !otherTypeFields.includes(field);
  });
  // If the response to an edit was lost, the same edit comes again and changes nothing.
  if (changed.length === 0) return null;
  if (from !== undefined && from !== (issue.editedAt ?? "")) return EDITED_MEANWHILE;
  const changedTexts = Object.fromEntries(changed.map((field) => [field, texts[field]!]));
  const fields = { ...changedTexts, updatedBy: uid, ...mark };
  return {
    fields,
    mask: Object.keys(fields),
    serverTimes: ["editedAt", "updatedAt"],
    dataAfter: (time) => ({ ...stored, ...fields, editedAt: time, updatedAt: time }),
  };
}
