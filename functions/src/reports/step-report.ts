import { type Failure, type Issue, isStep, LIMITS, STATUS_LABELS, type Status } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { CallerStore } from "../firestore/caller-store.ts";
import { MalformedRequest } from "../firestore/rest.ts";
import { updateDocument } from "../firestore/writes.ts";
import { type ApiResponse, failure, isFailure, ok } from "../http/response.ts";
import { changeReport } from "./change-report.ts";
import { mayBeRace, toFailure } from "./refusals.ts";
import type { ReportCache } from "./report-cache.ts";

// The API limits a report to `LIMITS.issueBytes`, but a member who writes to Firestore directly can exceed this limit.
const TOO_LARGE = failure(
  "full",
  "This report is too large to be moved. Somebody with access to the Firebase project can shorten or delete it there.",
);

interface Step {
  /** The new status. */
  status: Status;
  /** The status that the user saw, if the client sent it. */
  from?: Status | undefined;
}

/**
 * Moves a report one status forward or back as the caller (section 4). A cached report is not read before the commit:
 * the commit fails if the cached version is outdated.
 */
export async function stepReport(
  store: CallerStore,
  cache: ReportCache,
  { uid }: Caller,
  id: string,
  step: Step,
): Promise<ApiResponse | Failure> {
  // The route admits admins only (routes.ts), so every step marks the report as handled.
  const fields = { status: step.status, updatedBy: uid, handledByAdmin: true as const };
  const change = { fields, mask: Object.keys(fields), serverTimes: ["updatedAt"] };
  try {
    const cachedReport = cache.get(id);
    if (cachedReport !== null && stepProblem(cachedReport.report, step) === null) {
      const { report, updateTime } = cachedReport;
      const outcome = await store.commit(id, [updateDocument(`issues/${id}`, { ...change, updateTime })]);
      if ("time" in outcome) {
        const { status, handledByAdmin } = fields;
        const issue = { ...report, status, updatedAt: outcome.time.toISOString(), handledByAdmin };
        cache.set(outcome.version, issue);
        return ok({ issue });
      }
      if (!mayBeRace(outcome.refusal)) return toFailure(outcome.refusal);
    }
    // If others change the report before the commit, `changeReport` reads it again. Without `from` the step starts at
    // the status of the first read, and another status at a later read is a conflict too.
    let expectedStatus = step.from;
    const issue = await changeReport(store, cache, id, (report) => {
      const problem = stepProblem(report.issue, { ...step, from: expectedStatus });
      expectedStatus ??= report.issue.status;
      return problem ?? { ...change, dataAfter: (time) => ({ ...report.data, ...fields, updatedAt: time }) };
    });
    return isFailure(issue) ? issue : ok({ issue });
  } catch (error) {
    // The new status may have a longer name than the old one, so the report may exceed Firestore's limit of 1 MiB.
    if (error instanceof MalformedRequest && (await isTooLarge(store, id))) return TOO_LARGE;
    throw error;
  }
}

async function isTooLarge(store: CallerStore, id: string): Promise<boolean> {
  const outcome = await store.readReport(id);
  if ("refusal" in outcome) return false;
  return Buffer.byteLength(JSON.stringify(outcome.document?.fields ?? {})) > LIMITS.issueBytes;
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
