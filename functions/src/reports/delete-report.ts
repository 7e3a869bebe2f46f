import { setTimeout as sleep } from "node:timers/promises";
import { type Failure, LIMITS } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { CallerStore, CommitOutcome, VersionedDocument } from "../firestore/caller-store.ts";
import { MalformedRequest } from "../firestore/rest.ts";
import { encodeFields, type RestFields } from "../firestore/values.ts";
import { createDocument, deleteDocument } from "../firestore/writes.ts";
import { type ApiResponse, failure, ok } from "../http/response.ts";
import { mayBeRace, NO_SUCH_REPORT, toFailure } from "./refusals.ts";

const DAY_MS = 24 * 60 * 60_000;
const CHANGED_TOO_OFTEN = failure("conflict", "This report is being changed. Please try again.");
// The API limits a report to `LIMITS.issueBytes`, but a member who writes to Firestore directly can exceed this limit.
const TOO_LARGE = failure(
  "full",
  "This report is too large for the trash. Somebody with access to the Firebase project can delete it there, for good.",
);
// If the call fails, app.ts may repeat it (`isRuleChecked` in route.ts), so a client may wait for twice this time.
const RETRY_MS = 2_500;
const MAX_BACKOFF_MS = 200;

/** Moves a report to the trash as the caller. If others change the report at the same time, retries for `retryMs`. */
export async function deleteReport(
  store: CallerStore,
  caller: Caller,
  id: string,
  now: Date,
  retryMs = RETRY_MS,
): Promise<ApiResponse | Failure> {
  const retryUntil = Date.now() + retryMs;
  let readOutcome = await store.readReport(id);
  for (;;) {
    if ("refusal" in readOutcome) return toFailure(readOutcome.refusal);
    if (readOutcome.document === null) return NO_SUCH_REPORT;
    const outcome = await commitDeletion(store, caller, id, readOutcome.document, now);
    if (outcome === "too-large") return TOO_LARGE;
    if ("time" in outcome) return ok({});
    if (!mayBeRace(outcome.refusal)) return toFailure(outcome.refusal);

    const { updateTime } = readOutcome.document;
    // The pause is random, so that some attempt falls between the writes of a client that writes at regular times.
    await sleep(Math.random() * MAX_BACKOFF_MS);
    readOutcome = await store.readReport(id);
    // The next round of the loop returns the failure.
    if (!("document" in readOutcome) || readOutcome.document === null) continue;
    // Nobody has changed the report since the refused commit, so the reason was not a race.
    if (readOutcome.document.updateTime === updateTime) return toFailure(outcome.refusal);
    if (Date.now() >= retryUntil) return CHANGED_TOO_OFTEN;
  }
}

async function commitDeletion(
  store: CallerStore,
  caller: Caller,
  id: string,
  { fields, updateTime }: VersionedDocument,
  now: Date,
): Promise<CommitOutcome | "too-large"> {
  try {
    return await store.commit(id, [
      deleteDocument(`issues/${id}`, updateTime),
      createDocument(`trash/${id}`, trashFields(fields, caller, now), ["deletedAt"]),
    ]);
  } catch (error) {
    // The trash entry is somewhat larger than the report, so it may exceed Firestore's limit of 1 MiB for a document.
    const bytes = Buffer.byteLength(JSON.stringify(fields));
    if (error instanceof MalformedRequest && bytes > LIMITS.issueBytes) return "too-large";
    throw error;
  }
}

function trashFields(reportFields: RestFields, caller: Caller, now: Date): RestFields {
  return {
    issue: { mapValue: { fields: reportFields } },
    ...encodeFields({ deletedBy: caller.uid, purgeAt: new Date(now.getTime() + LIMITS.trashDays * DAY_MS) }),
  };
}
