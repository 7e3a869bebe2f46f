import type { WireIssue, WireTrash } from "@logbook/domain";
import { request } from "./http.ts";
import type { Result } from "./result.ts";

/** `GET /api/trash`: one page of the deleted reports, most recently deleted first; for admins. */
export function listTrash(page: number, signal?: AbortSignal): Promise<Result<WireTrash>> {
  return request(`/api/trash?page=${page}`, { signal });
}

/** `POST /api/trash/{id}/restore`: restores a deleted report; succeeds if it is restored already. For admins. */
export function restoreIssue(id: string): Promise<Result<{ issue: WireIssue }>> {
  return request(`/api/trash/${id}/restore`, { method: "POST", body: {} });
}
