import type { EntryBody, WireChangelog, WireDrafts, WireEntry } from "@logbook/domain";
import { request } from "../../shared/api/http.ts";

/** `GET /api/changelog`: one page of the published entries, the newest first. */
export const listEntries = (page: number, signal?: AbortSignal) =>
  request<WireChangelog>(`/api/changelog?page=${page}`, { signal });

/** `GET /api/changelog/drafts`, for admins. */
export const listDrafts = (signal?: AbortSignal) => request<WireDrafts>("/api/changelog/drafts", { signal });

/** `PUT /api/changelog/{id}`: stores an entry, and may publish it; for admins. */
export const saveEntry = (id: string, body: EntryBody) =>
  request<{ entry: WireEntry }>(`/api/changelog/${id}`, { method: "PUT", body });

/** `DELETE /api/changelog/{id}`, for admins. */
export const deleteEntry = (id: string) =>
  request<{ success: true }>(`/api/changelog/${id}`, { method: "DELETE", body: {} });

/** `POST /api/changelog/{id}/restore`: takes the deletion of an entry back; for admins. */
export const restoreEntry = (id: string) =>
  request<{ entry: WireEntry }>(`/api/changelog/${id}/restore`, { method: "POST", body: {} });
