import type { FollowMode, WireNews } from "@logbook/domain";
import { request, sendWrite } from "../../shared/api/http.ts";

/** `GET /api/me/news`: the last changes of the reports that the user follows. */
export const readNews = () => request<WireNews>("/api/me/news");

/** `PUT /api/me/news`: marks the news of one report, or of all reports, as seen up to the time `until`. */
export const storeNewsSeen = (body: { until: string; issueId?: string }) =>
  sendWrite("/api/me/news", { method: "PUT", body });

/** `PUT /api/me/changelog`: marks the entries of What's new as seen up to the time `until`. */
export const storeEntriesSeen = (until: string) => sendWrite("/api/me/changelog", { method: "PUT", body: { until } });

/** `PUT /api/issues/{id}/follow`: how the user follows a report from now on, or again as before they stopped. */
export const storeFollowMode = (id: string, mode: FollowMode, isUndo: boolean) =>
  sendWrite(`/api/issues/${id}/follow`, { method: "PUT", body: { mode, ...(isUndo && { undo: true }) } });
