import { type Failure, LIMITS } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { CallerStore, CommitOutcome, Committed, VersionedDocument } from "../firestore/caller-store.ts";
import { MalformedRequest } from "../firestore/rest.ts";
import { encodeFields } from "../firestore/values.ts";
import { createDocument, deleteDocument } from "../firestore/writes.ts";
import { type ApiResponse, failure, isFailure, ok } from "../http/response.ts";
import { retryRaces } from "./change-report.ts";

const DAY_MS = 24 * 60 * 60_000;
const CHANGED_TOO_OFTEN = failure("conflict", "This report is being changed. Please try again.");
// The API limits a report to `LIMITS.issueBytes`, but a member who writes to Firestore directly can exceed this limit.
const TOO_LARGE = failure(
  "full",
  "This report is too large for the trash. Somebody with access to the Firebase project can delete it there, for good.",
);

/** Moves a report to the trash as the caller. If others change the report at the same time, retries. */
export async function deleteReport(
  store: CallerStore,
  caller: Caller,
  id: string,
  now: Date,
): Promise<ApiResponse | Failure> {
  const outcome = await retryRaces<Committed>(store, id, CHANGED_TOO_OFTEN, (document) =>
    commitDeletion(store, caller, id, document, now),
  );
  return isFailure(outcome) ? outcome : ok({});
}

async function commitDeletion(
  store: CallerStore,
  caller: Caller,
  id: string,
  { fields, updateTime }: VersionedDocument,
  now: Date,
): Promise<CommitOutcome | Failure> {
  const trashFields = {
    issue: { mapValue: { fields } },
    ...encodeFields({ deletedBy: caller.uid, purgeAt: new Date(now.getTime() + LIMITS.trashDays * DAY_MS) }),
  };
  try {
    return await store.commit(id, [
      deleteDocument(`issues/${id}`, updateTime),
      createDocument(`trash/${id}`, trashFields, ["deletedAt"]),
    ]);
  } catch (error) {
    // The trash entry is somewhat larger than the report, so it may exceed Firestore's limit of 1 MiB for a document.
    const bytes = Buffer.byteLength(JSON.stringify(fields));
    if (error instanceof MalformedRequest && bytes > LIMITS.issueBytes) return TOO_LARGE;
    throw error;
  }
}
