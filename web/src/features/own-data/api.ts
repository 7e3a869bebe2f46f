import type { WireOwnData, WireOwnEvents, WireOwnReports } from "@logbook/domain";
import { request } from "../../shared/api/http.ts";

/** `GET /api/me/data`: what is stored of the user besides their texts, and where these are. */
export const listOwnData = (signal: AbortSignal) => request<WireOwnData>("/api/me/data", { signal });

/** `GET /api/me/data/reports`: the user's texts in as many of these reports as fit into one response. */
export function readOwnReports(ids: readonly string[], signal: AbortSignal) {
  return request<WireOwnReports>(`/api/me/data/reports?${new URLSearchParams({ ids: ids.join(",") })}`, { signal });
}

/** `GET /api/me/data/events`: what the user has done in the history of reports, after an event. */
export function readOwnEvents(after: string | null, signal: AbortSignal) {
  const query = new URLSearchParams(after === null ? {} : { after });
  return request<WireOwnEvents>(`/api/me/data/events?${query}`, { signal });
}
