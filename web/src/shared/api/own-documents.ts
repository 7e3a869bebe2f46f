import type { SavedView, WireNews } from "@logbook/domain";
import { request, sendWrite } from "./http.ts";

// Calls about what the API stores for the user alone: the news, votes and saved views.

/** `GET /api/me/news`: the last changes of the reports that the user follows. */
export const readNews = () => request<WireNews>("/api/me/news");

/** `PUT /api/me/news`: marks the news of one report, or of all reports, as seen up to the time `until`. */
export const storeNewsSeen = (body: { until: string; issueId?: string }) =>
  sendWrite("/api/me/news", { method: "PUT", body });

/** `GET /api/me/votes`: the ids of the reports for which the user has voted. */
export const listVotes = () => request<{ voted: string[] }>("/api/me/votes");

/** `GET /api/me/views`: the user's saved views of the list. */
export const listSavedViews = () => request<{ views: SavedView[] }>("/api/me/views");

/** `PUT /api/me/views`: replaces the user's saved views. */
export const storeSavedViews = (views: readonly SavedView[]) =>
  request<{ views: SavedView[] }>("/api/me/views", { method: "PUT", body: { views } });
