import { isRecord, type SavedView } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { StoredDocument } from "../firestore/documents.ts";
import { type Commit, setSavedViews } from "../firestore/writes.ts";
import { type ApiResponse, ok } from "../http/response.ts";

/** The views in `views/{uid}`, without malformed ones. */
export function parseSavedViews(document: StoredDocument | null): SavedView[] {
  const { views } = document?.data ?? {};
  const isSavedView = (view: unknown): view is SavedView =>
    isRecord(view) && typeof view.name === "string" && typeof view.query === "string";
  return Array.isArray(views) ? views.filter(isSavedView) : [];
}

export const listSavedViews = (document: StoredDocument | null): ApiResponse =>
  ok({ views: parseSavedViews(document) });

/** Replaces the caller's saved views. */
export const saveViews = ({ uid }: Caller, views: readonly SavedView[]): Commit => ({
  writes: [setSavedViews(uid, views)],
  respond: () => ok({ views }),
});
