import { isRecord, type SavedView } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { StoredDocument } from "../firestore/documents.ts";
import { type Commit, setSavedViews } from "../firestore/writes.ts";
import { type ApiResponse, ok } from "../http/response.ts";

export function listSavedViews(document: StoredDocument | null): ApiResponse {
  const { views } = document?.data ?? {};
  const isSavedView = (view: unknown): boolean =>
    isRecord(view) && typeof view.name === "string" && typeof view.query === "string";
  return ok({ views: Array.isArray(views) ? views.filter(isSavedView) : [] });
}

/** Replaces the caller's saved views. */
export const saveViews = ({ uid }: Caller, views: readonly SavedView[]): Commit => ({
  writes: [setSavedViews(uid, views)],
  respond: () => ok({ views }),
});
