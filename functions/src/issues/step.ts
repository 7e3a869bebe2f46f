import { type Failure, isStep, STATUS_LABELS, type Status, toWire } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import { type Answer, failure, ok } from "../api/answer.ts";
import type { CallerStore } from "../store/caller-store.ts";
import { decodeFields } from "../store/values.ts";
import { boardMovesOn, update } from "../store/writes.ts";
import { mayBeRace, NO_SUCH_REPORT, refused } from "./refusals.ts";
import { readIssue } from "./stored.ts";

/** Moves a report one status forward or back as the caller (section 4), from the status the caller saw, if given. */
export async function stepIssue(
  store: CallerStore,
  caller: Caller,
  id: string,
  { status, from }: { status: Status; from?: Status | undefined },
): Promise<Answer | Failure> {
  const read = await store.readIssue(id);
  if ("refusal" in read) return refused(read.refusal);
  if (read.document === null) return NO_SUCH_REPORT;
  const { issue } = readIssue(id, decodeFields(read.document.fields));
  if (from !== undefined && from !== issue.status) return conflict(issue.status);
  if (!isStep(issue.type, issue.status, status))
    return failure(
      "not-a-step",
      `A ${issue.type} that is ${STATUS_LABELS[issue.status]} cannot be marked as ${STATUS_LABELS[status]}. Please go one step forward or back.`,
    );

  const outcome = await store.commit([
    update(`issues/${id}`, {
      fields: { status, updatedBy: caller.uid },
      mask: ["status", "updatedBy"],
      times: ["updatedAt"],
      version: read.document.version,
    }),
    boardMovesOn(id),
  ]);
  if ("time" in outcome) return ok({ issue: toWire({ ...issue, status, updatedAt: outcome.time.toISOString() }) });
  if (!mayBeRace(outcome.refusal)) return refused(outcome.refusal);

  const again = await store.readIssue(id);
  if ("refusal" in again) return refused(again.refusal);
  if (again.document === null) return NO_SUCH_REPORT;
  if (again.document.version === read.document.version) return refused(outcome.refusal);
  return conflict(readIssue(id, decodeFields(again.document.fields)).issue.status);
}

function conflict(now: Status): Failure {
  return failure(
    "conflict",
    `Someone else has changed this report in the meantime; it is ${STATUS_LABELS[now]} now. Please look again before you move it.`,
  );
}
