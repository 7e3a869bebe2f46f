import { type Failure, type Issue, isStep, keepsFixAnswers, STATUS_LABELS, type Status } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { StoredDocument } from "../firestore/documents.ts";
import { parseStoredReport } from "../firestore/stored-report.ts";
import type { Commit } from "../firestore/writes.ts";
import { failure, NO_SUCH_REPORT, ok } from "../http/response.ts";
import { changeWrites, dataAfter, toWireIssue } from "./change-report.ts";

interface Step {
  /** The new status. */
  status: Status;
  /** The status that the user saw, if the client sent it. */
  from?: Status | undefined;
}

/** Moves a report one status forward or back (section 4). The caller's own token commits it: the rules decide. */
export function stepReport(caller: Caller, report: StoredDocument | null, step: Step): Commit | Failure {
  if (report === null) return NO_SUCH_REPORT;
  const { id } = report;
  const { issue } = parseStoredReport(id, report.data);
  const problem = stepProblem(issue, step);
  if (problem !== null) return problem;
  // The route admits admins only (routes.ts), so every step marks the report as handled.
  const fields = { status: step.status, updatedBy: caller.uid, handledByAdmin: true };
  // A step takes the reason away for which the report was closed, but leaves a duplicate a duplicate. The answers to
  // 'Fixed for you?' start anew with the next time that it counts as fixed.
  const removed = keepsFixAnswers(step.status) ? ["closedAs"] : ["closedAs", "fixAnswers"];
  const change = { fields, mask: [...Object.keys(fields), ...removed], serverTimes: ["updatedAt"] };
  return {
    isCommittedByCaller: true,
    writes: changeWrites(id, caller, change, { kind: "status", from: issue.status, to: step.status }),
    respond: (time) => ok({ issue: toWireIssue(id, dataAfter(report, change, time)) }),
  };
}

function stepProblem({ type, status }: Pick<Issue, "type" | "status">, step: Step): Failure | null {
  if (step.from !== undefined && step.from !== status)
    return failure(
      "conflict",
      `Someone else has changed this report in the meantime; it is ${STATUS_LABELS[status]} now. Please look again before you move it.`,
    );
  if (isStep(type, status, step.status)) return null;
  return failure(
    "not-a-step",
    `A ${type} that is ${STATUS_LABELS[status]} cannot be marked as ${STATUS_LABELS[step.status]}. Please go one step forward or back.`,
  );
}
