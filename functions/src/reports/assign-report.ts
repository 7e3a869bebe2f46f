import type { Failure } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { StoredDocument } from "../firestore/documents.ts";
import { parseStoredReport } from "../firestore/stored-report.ts";
import type { Commit } from "../firestore/writes.ts";
import { type ApiResponse, failure, NO_SUCH_REPORT, ok } from "../http/response.ts";
import { changeWrites, dataAfter, toWireIssue } from "./change-report.ts";

interface Assignment {
  /** Whether the caller takes the report, or nobody has it any longer. */
  taken: boolean;
  /** The assignee that the client has shown, `""` for nobody. */
  from?: string | undefined;
}

/** Assigns a report to the caller, an admin, or to nobody. The response is `{issue}`. */
export function assignReport(
  caller: Caller,
  report: StoredDocument | null,
  { taken, from }: Assignment,
): Commit | ApiResponse | Failure {
  if (report === null) return NO_SUCH_REPORT;
  const { assignee = null } = parseStoredReport(report.id, report.data).issue;
  const newAssignee = taken ? caller.username : null;
  // It may be stored already, by a call whose response was lost. So this check comes before the next one.
  if (assignee === newAssignee) return ok({ issue: toWireIssue(report.id, report.data) });
  if (from !== undefined && from !== (assignee ?? ""))
    return failure(
      "conflict",
      assignee === null
        ? "Nobody has this report any longer. Please look again before you change that."
        : `${assignee} has taken this report in the meantime. Please look again before you change that.`,
    );
  const change = {
    fields: { ...(taken && { assignee: caller.username, assigneeId: caller.uid }), updatedBy: caller.uid },
    // A field that is named here and has no value is deleted.
    mask: ["assignee", "assigneeId", "updatedBy"],
    serverTimes: ["updatedAt"],
  };
  return {
    writes: changeWrites(report.id, caller, change, { kind: "assigned", from: assignee, to: newAssignee }),
    respond: (time) => {
      const { assignee: _former, ...otherData } = report.data;
      return ok({ issue: toWireIssue(report.id, dataAfter({ ...report, data: otherData }, change, time)) });
    },
  };
}
