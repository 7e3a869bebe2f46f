import { type Failure, isStep, LIMITS, STATUS_LABELS, type Status, toWire, type WireIssue } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { CallerStore, CommitOutcome } from "../firestore/caller-store.ts";
import { MalformedRequest } from "../firestore/rest.ts";
import { readStoredReport } from "../firestore/stored-report.ts";
import { decodeFields } from "../firestore/values.ts";
import { updateDocument } from "../firestore/writes.ts";
import { type ApiResponse, failure, isFailure, ok } from "../http/response.ts";
import { mayBeRace, NO_SUCH_REPORT, toFailure } from "./refusals.ts";
import type { CachedReport, ReportCache } from "./report-cache.ts";

// Possible only for a report that a member has filled by writes to Firestore itself (TOO_LARGE in delete-report.ts).
const TOO_LARGE = failure(
  "full",
  "This report is too large to be moved. Somebody with access to the Firebase project can shorten or delete it there.",
);

/** The new status and, if the client sent it, the status that the user saw. */
interface Step {
  status: Status;
  from?: Status | undefined;
}

type VersionedReport = Pick<CachedReport, "report" | "updateTime">;

/**
 * Moves a report one status forward or back as the caller (section 4). A cached report is tried first: the commit has
 * its version as a precondition, so nothing is read if it succeeds.
 */
export async function stepReport(
  store: CallerStore,
  cache: ReportCache,
  caller: Caller,
  id: string,
  step: Step,
): Promise<ApiResponse | Failure> {
  const cached = cache.get(id);
  if (cached !== null && stepProblem(cached.report, step) === null) {
    const outcome = await commitStep(store, cache, caller, cached, step.status);
    if (!("refusal" in outcome)) return outcome;
    if (!mayBeRace(outcome.refusal)) return toFailure(outcome.refusal);
  }

  const stored = await readVersionedReport(store, id);
  if (isFailure(stored)) return stored;
  const problem = stepProblem(stored.report, step);
  if (problem !== null) return problem;

  const outcome = await commitStep(store, cache, caller, stored, step.status);
  if (!("refusal" in outcome)) return outcome;
  if (!mayBeRace(outcome.refusal)) return toFailure(outcome.refusal);

  const now = await readVersionedReport(store, id);
  if (isFailure(now)) return now;
  return now.updateTime === stored.updateTime ? toFailure(outcome.refusal) : conflict(now.report.status);
}

async function readVersionedReport(store: CallerStore, id: string): Promise<VersionedReport | Failure> {
  const read = await store.readReport(id);
  if ("refusal" in read) return toFailure(read.refusal);
  if (read.document === null) return NO_SUCH_REPORT;
  const { fields, updateTime } = read.document;
  return { report: toWire(readStoredReport(id, decodeFields(fields)).issue), updateTime };
}

function stepProblem({ type, status: current }: WireIssue, { status, from }: Step): Failure | null {
  if (from !== undefined && from !== current) return conflict(current);
  if (isStep(type, current, status)) return null;
  return failure(
    "not-a-step",
    `A ${type} that is ${STATUS_LABELS[current]} cannot be marked as ${STATUS_LABELS[status]}. Please go one step forward or back.`,
  );
}

async function commitStep(
  store: CallerStore,
  cache: ReportCache,
  caller: Caller,
  { report, updateTime }: VersionedReport,
  status: Status,
): Promise<ApiResponse | Failure | Extract<CommitOutcome, { refusal: unknown }>> {
  try {
    const outcome = await store.commit(report.id, [
      updateDocument(`issues/${report.id}`, {
        fields: { status, updatedBy: caller.uid, handledByAdmin: true },
        mask: ["status", "updatedBy", "handledByAdmin"],
        serverTimes: ["updatedAt"],
        updateTime,
      }),
    ]);
    if ("refusal" in outcome) return outcome;
    const issue: WireIssue = { ...report, status, updatedAt: outcome.time.toISOString(), handledByAdmin: true };
    cache.set(outcome.version, issue);
    return ok({ issue });
  } catch (error) {
    // A document has 1 MiB at most, and some statuses have longer names than others.
    const bytes = Buffer.byteLength(JSON.stringify(report));
    if (error instanceof MalformedRequest && bytes > LIMITS.issueBytes) return TOO_LARGE;
    throw error;
  }
}

function conflict(current: Status): Failure {
  return failure(
    "conflict",
    `Someone else has changed this report in the meantime; it is ${STATUS_LABELS[current]} now. Please look again before you move it.`,
  );
}
