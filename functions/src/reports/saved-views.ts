import { type Failure, isRecord, type SavedView } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import { readDocumentAsCaller } from "../firestore/caller-store.ts";
import { commit } from "../firestore/commit.ts";
import { setSavedViews } from "../firestore/writes.ts";
import { type ApiResponse, ok } from "../http/response.ts";
import { toFailure } from "./refusals.ts";

/** The caller's saved views. */
export async function listSavedViews({ uid, credentials }: Caller): Promise<ApiResponse | Failure> {
  const read = await readDocumentAsCaller(credentials, `views/${uid}`);
  if ("refusal" in read) return toFailure(read.refusal);
  const { views } = read.document?.data ?? {};
  return ok({ views: Array.isArray(views) ? views.filter(isSavedView) : [] });
}

/** Replaces the caller's saved views. */
export async function saveViews(
  { uid, credentials }: Caller,
  views: readonly SavedView[],
): Promise<ApiResponse | Failure> {
  const outcome = await commit(credentials, [setSavedViews(uid, views)]);
  return "refusal" in outcome ? toFailure(outcome.refusal) : ok({ views });
}

function isSavedView(value: unknown): boolean {
  return isRecord(value) && typeof value.name === "string" && typeof value.query === "string";
}
