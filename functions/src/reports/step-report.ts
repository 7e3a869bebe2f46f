import { type Failure, isStep, LIMITS, STATUS_LABELS, type Status, toWire, type WireIssue } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { CallerStore, CommitOutcome } from "../firestore/caller-store.ts";
import { MalformedRequest } from "../firestore/rest.ts";
import { readIssue } from "../firestore/stored-report.ts";
import { decodeFields } from "../firestore/values.ts";
import { update } from "../firestore/writes.ts";
import { type Answer, failure, isFailure, ok } from "../http/answer.ts";
import type { KnownReport, KnownReports } from "./known-reports.ts";
import { mayBeRace, NO_SUCH_REPORT, refused } from "./refusals.ts";

// As with what is too large for the trash (delete.ts): the rules let a member fill a report past what the API does.
const TOO_LARGE = failure(
  "full",
  "This report is too large to be moved. Somebody with access to the Firebase project can shorten or delete it there.",
);

/** The status wanted, and the one that the caller saw, if they said so. */
interface Wanted {
  status: Status;
  from?: Status | undefined;
}

/**
 * Moves a report one status forward or back as the caller (section 4), from the status the caller saw, if given. What is
 * known of the report is tried first: the commit holds for that version only, so where it succeeds nothing need be read.
 */
export async function stepIssue(
  store: CallerStore,
  reports: KnownReports,
  caller: Caller,
  id: string,
  wanted: Wanted,
): Promise<Answer | Failure> {
  const known = reports.recall(id);
  if (known !== null && stepProblem(known.report, wanted) === null) {
    const outcome = await commitStep(store, caller, known, wanted.status);
    if (outcome === "too-large") return TOO_LARGE;
    if ("time" in outcome) return done(reports, known.report, wanted.status, outcome);
    if (!mayBeRace(outcome.refusal)) return refused(outcome.refusal);
  }

  const read = await readReport(store, id);
  if (isFailure(read)) return read;
  const problem = stepProblem(read.report, wanted);
  if (problem !== null) return problem;

  const outcome = await commitStep(store, caller, read, wanted.status);
  if (outcome === "too-large") return TOO_LARGE;
  if ("time" in outcome) return done(reports, read.report, wanted.status, outcome);
  if (!mayBeRace(outcome.refusal)) return refused(outcome.refusal);

  const again = await readReport(store, id);
  if (isFailure(again)) return again;
  return again.updateTime === read.updateTime ? refused(outcome.refusal) : conflict(again.report.status);
}

async function readReport(
  store: CallerStore,
  id: string,
): Promise<{ report: WireIssue; updateTime: string } | Failure> {
  const read = await store.readIssue(id);
  if ("refusal" in read) return refused(read.refusal);
  if (read.document === null) return NO_SUCH_REPORT;
  const { fields, version: updateTime } = read.document;
  return { report: toWire(readIssue(id, decodeFields(fields)).issue), updateTime };
}

function stepProblem({ type, status: now }: WireIssue, { status, from }: Wanted): Failure | null {
  if (from !== undefined && from !== now) return conflict(now);
  if (isStep(type, now, status)) return null;
  return failure(
    "not-a-step",
    `A ${type} that is ${STATUS_LABELS[now]} cannot be marked as ${STATUS_LABELS[status]}. Please go one step forward or back.`,
  );
}

async function commitStep(
  store: CallerStore,
  caller: Caller,
  { report, updateTime }: Pick<KnownReport, "report" | "updateTime">,
  status: Status,
): Promise<CommitOutcome | "too-large"> {
  try {
    return await store.commit(report.id, [
      update(`issues/${report.id}`, {
        fields: { status, updatedBy: caller.uid },
        mask: ["status", "updatedBy"],
        times: ["updatedAt"],
        version: updateTime,
      }),
    ]);
  } catch (error) {
    // A document takes a mebibyte at most, and some statuses have longer names than others.
    const bytes = Buffer.byteLength(JSON.stringify(report));
    if (error instanceof MalformedRequest && bytes > LIMITS.issueBytes) return "too-large";
    throw error;
  }
}

function done(
  reports: KnownReports,
  before: WireIssue,
  status: Status,
  { time, version }: Extract<CommitOutcome, { time: Date }>,
): Answer {
  const issue = { ...before, status, updatedAt: time.toISOString() };
  reports.learn(version, issue);
  return ok({ issue });
}

function conflict(now: Status): Failure {
  return failure(
    "conflict",
    `Someone else has changed this report in the meantime; it is ${STATUS_LABELS[now]} now. Please look again before you move it.`,
  );
}
