import type { WireIssue, WireTrash } from "@logbook/domain";
import { request } from "./http.ts";

/** `GET /api/trash`: one page of the deleted reports, most recently deleted first; for admins. */
export const listTrash = (page: number, signal?: AbortSignal) =>
  request<WireTrash>(`/api/trash?page=${page}`, { signal });

/** `POST /api/trash/{id}/restore`: restores a deleted report; also succeeds if it is already restored. For admins. */
export const restoreIssue = (id: string) =>
  request<{ issue: WireIssue }>(`/api/trash/${id}/restore`, { method: "POST", body: {} });
