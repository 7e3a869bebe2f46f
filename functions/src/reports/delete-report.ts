import { type Failure, LIMITS } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { CallerStore, CommitOutcome, Versioned } from "../firestore/caller-store.ts";
import { MalformedRequest } from "../firestore/rest.ts";
import { encodeFields, type RestFields } from "../firestore/values.ts";
import { create, remove } from "../firestore/writes.ts";
import { type Answer, failure, ok } from "../http/answer.ts";
import { mayBeRace, NO_SUCH_REPORT, refused } from "./refusals.ts";

const DAY_MS = 24 * 60 * 60_000;
const BUSY = failure("conflict", "This report is being changed. Please try again.");
// What nobody writes through the API, which fills a report up to 700 KB, but the rules let a member do so themself.
const TOO_LARGE = failure(
  "full",
  "This report is too large for the trash. Somebody with access to the Firebase project can delete it there, for good.",
);
// The call may be judged twice, and so wait twice.
const PATIENCE_MS = 2_500;
const LONGEST_PAUSE_MS = 200;

/**
 * Moves a report to the trash as the caller, whole and as it is at that moment; tries again for `patienceMs` while others
 * change it between our reading and our writing.
 */
export async function deleteIssue(
  store: CallerStore,
  caller: Caller,
  id: string,
  now: Date,
  patienceMs = PATIENCE_MS,
): Promise<Answer | Failure> {
  const end = Date.now() + patienceMs;
  let read = await store.readIssue(id);
  for (;;) {
    if ("refusal" in read) return refused(read.refusal);
    if (read.document === null) return NO_SUCH_REPORT;
    const outcome = await commitDeletion(store, caller, id, read.document, now);
    if (outcome === "too-large") return TOO_LARGE;
    if ("time" in outcome) return ok({});
    if (!mayBeRace(outcome.refusal)) return refused(outcome.refusal);

    const { version } = read.document;
    await pause();
    read = await store.readIssue(id);
    if (!("document" in read) || read.document === null) continue;
    if (read.document.version === version) return refused(outcome.refusal);
    if (Date.now() >= end) return BUSY;
  }
}

async function commitDeletion(
  store: CallerStore,
  caller: Caller,
  id: string,
  { fields, version }: Versioned,
  now: Date,
): Promise<CommitOutcome | "too-large"> {
  try {
    return await store.commit(id, [
      remove(`issues/${id}`, version),
      create(`trash/${id}`, trashFields(fields, caller, now), ["deletedAt"]),
    ]);
  } catch (error) {
    // A document takes a mebibyte at most, and the entry is somewhat more than the report.
    const bytes = Buffer.byteLength(JSON.stringify(fields));
    if (error instanceof MalformedRequest && bytes > LIMITS.issueBytes) return "too-large";
    throw error;
  }
}

/** Not always as long, so that it falls between the writes of who changes the report steadily. */
function pause(): Promise<void> {
  return new Promise((resume) => setTimeout(resume, Math.random() * LONGEST_PAUSE_MS));
}

function trashFields(issue: Versioned["fields"], caller: Caller, now: Date): RestFields {
  return {
    issue: { mapValue: { fields: issue } },
    ...encodeFields({ deletedBy: caller.uid, purgeAt: new Date(now.getTime() + LIMITS.trashDays * DAY_MS) }),
  };
}
