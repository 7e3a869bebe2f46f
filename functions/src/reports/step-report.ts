import { type Failure, type Issue, isStep, LIMITS, STATUS_LABELS, type Status } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { CallerStore } from "../firestore/caller-store.ts";
import { MalformedRequest } from "../firestore/rest.ts";
import { updateDocument } from "../firestore/writes.ts";
import { type ApiResponse, failure, isFailure, ok } from "../http/response.ts";
import { changeReport } from "./change-report.ts";
import { mayBeRace, toFailure } from "./refusals.ts";
import type { ReportCache } from "./report-cache.ts";

// This happens only to a report that a member has filled by writing to Firestore directly (as in delete-report.ts).
const TOO_LARGE = failure(
  "full",
  "This report is too large to be moved. Somebody with access to the Firebase project can shorten or delete it there.",
);

/** The new status and, if the client sent it, the status that the user saw. */
interface Step {
  status: Status;
  from?: Status | undefined;
}

/**
 * Moves a report one status forward or back as the caller (section 4). A cached report is tried first: the commit has
 * its version as a precondition, so nothing is read if it succeeds.
 */
export async function stepReport(
  store: CallerStore,
  cache: ReportCache,
  { uid }: Caller,
  id: string,
  step: Step,
): Promise<ApiResponse | Failure> {
  const fields = { status: step.status, updatedBy: uid, handledByAdmin: true as const };
  const change = { fields, mask: Object.keys(fields), serverTimes: ["updatedAt"] };
  try {
    const cached = cache.get(id);
    if (cached !== null && stepProblem(cached.report, step) === null) {
      const { report, updateTime } = cached;
      const outcome = await store.commit(id, [updateDocument(`issues/${id}`, { ...change, updateTime })]);
      if ("time" in outcome) {
        const { status, handledByAdmin } = fields;
        const issue = { ...report, status, updatedAt: outcome.time.toISOString(), handledByAdmin };
        cache.set(outcome.version, issue);
        return ok({ issue });
      }
      if (!mayBeRace(outcome.refusal)) return toFailure(outcome.refusal);
    }
    // A step without `from` starts at the status that is read first. If that status changes, it is a conflict too.
    let { from } = step;
    const issue = await changeReport(store, cache, id, ({ issue: current, stored }) => {
      const problem = stepProblem(current, { ...step, from });
      from ??= current.status;
      return problem ?? { ...change, dataAfter: (time) => ({ ...stored, ...fields, updatedAt: time }) };
    });
    return isFailure(issue) ? issue : ok({ issue });
  } catch (error) {
    // A document may have 1 MiB, and the new status may have a longer name than the old one.
    if (error instanceof MalformedRequest && (await isTooLarge(store, id))) return TOO_LARGE;
    throw error;
  }
}

async function isTooLarge(store: CallerStore, id: string): Promise<boolean> {
  const read = await store.readReport(id);
  return "document" in read && Buffer.byteLength(JSON.stringify(read.document?.fields ?? {})) > LIMITS.issueBytes;
}

function stepProblem(
  { type, status: current }: Pick<Issue, "type" | "status">,
  { status, from }: Step,
): Failure | null {
  if (from !== undefined && from !== current)
    return failure(
      "conflict",
      `Someone else has changed this report in the meantime; it is ${STATUS_LABELS[current]} now. Please look again before you move it.`,
    );
  if (isStep(type, current, status)) return null;
  return failure(
    "not-a-step",
    `A ${type} that is ${STATUS_LABELS[current]} cannot be marked as ${STATUS_LABELS[status]}. Please go one step forward or back.`,
  );
}
