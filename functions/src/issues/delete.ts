import { type Failure, LIMITS } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import { type Answer, ok } from "../api/answer.ts";
import type { CallerStore, Versioned } from "../store/caller-store.ts";
import { encodeFields, type RestFields } from "../store/values.ts";
import { create, remove } from "../store/writes.ts";
import { mayBeRace, NO_SUCH_REPORT, refused } from "./refusals.ts";

const DAY_MS = 24 * 60 * 60_000;
// Each time someone else amended or moved the report between our reading and our writing.
const ATTEMPTS = 5;

/** Moves a report to the trash as the caller, whole and as it is at that moment. */
export async function deleteIssue(
  store: CallerStore,
  caller: Caller,
  id: string,
  now: Date,
): Promise<Answer | Failure> {
  let read = await store.readIssue(id);
  for (let attempt = 1; ; attempt += 1) {
    if ("refusal" in read) return refused(read.refusal);
    if (read.document === null) return NO_SUCH_REPORT;
    const { version, fields } = read.document;

    const outcome = await store.commit(id, [
      remove(`issues/${id}`, version),
      create(`trash/${id}`, trashFields(fields, caller, now), ["deletedAt"]),
    ]);
    if ("time" in outcome) return ok({});
    if (!mayBeRace(outcome.refusal) || attempt === ATTEMPTS) return refused(outcome.refusal);
    read = await store.readIssue(id);
    if ("document" in read && read.document?.version === version) return refused(outcome.refusal);
  }
}

function trashFields(issue: Versioned["fields"], caller: Caller, now: Date): RestFields {
  return {
    issue: { mapValue: { fields: issue } },
    ...encodeFields({ deletedBy: caller.uid, purgeAt: new Date(now.getTime() + LIMITS.trashDays * DAY_MS) }),
  };
}
