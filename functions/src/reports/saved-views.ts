import { type Failure, isRecord, type SavedView } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import { readDocumentAsCaller } from "../firestore/caller-store.ts";
import { commitWrites } from "../firestore/documents.ts";
import { setSavedViews } from "../firestore/writes.ts";
import { type ApiResponse, ok } from "../http/response.ts";
import { toFailure } from "./refusals.ts";

export async function listSavedViews({ uid, credentials }: Caller): Promise<ApiResponse | Failure> {
  const outcome = await readDocumentAsCaller(credentials, `views/${uid}`);
  if ("refusal" in outcome) return toFailure(outcome.refusal);
  const { views } = outcome.document?.data ?? {};
  const isSavedView = (view: unknown): boolean =>
    isRecord(view) && typeof view.name === "string" && typeof view.query === "string";
  return ok({ views: Array.isArray(views) ? views.filter(isSavedView) : [] });
}

export async function saveViews(
  { uid, credentials }: Caller,
  views: readonly SavedView[],
): Promise<ApiResponse | Failure> {
  const outcome = await commitWrites(credentials, [setSavedViews(uid, views)]);
  return "refusal" in outcome ? toFailure(outcome.refusal) : ok({ views });
}
