import type { SavedView } from "@logbook/domain";
import { request } from "../../shared/api/http.ts";

/** `GET /api/me/views`: the user's saved views of the list. */
export const listSavedViews = () => request<{ views: SavedView[] }>("/api/me/views");

/** `PUT /api/me/views`: replaces the user's saved views. */
export const storeSavedViews = (views: readonly SavedView[]) =>
  request<{ views: SavedView[] }>("/api/me/views", { method: "PUT", body: { views } });
