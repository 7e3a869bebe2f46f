import type { WireIssue, WireTrash } from "@logbook/domain";
import { request } from "../../shared/api/http.ts";
import { reload } from "../../shared/api/query-client.ts";
import { reloadIssues } from "../after-write/index.ts";

/** `DELETE /api/issues/{id}` (section 7). */
export const deleteIssue = ({ id, userId }: { id: string; userId: string }) =>
  request<{ success: true }>(`/api/issues/${id}`, { method: "DELETE", body: { userId } });

/** `POST /api/trash/{id}/restore`: restores a deleted report; also succeeds if it is already restored. For admins. */
export const restoreIssue = (id: string) =>
  request<{ issue: WireIssue }>(`/api/trash/${id}/restore`, { method: "POST", body: {} });

/** `GET /api/trash`: one page of the deleted reports, most recently deleted first; for admins. */
export const listTrash = (page: number, signal?: AbortSignal) =>
  request<WireTrash>(`/api/trash?page=${page}`, { signal });

/** After deleting or restoring. Restored reports come back into the list at once: their cards take their places. */
export async function reloadIssuesAndTrash({ isRestored = false } = {}): Promise<void> {
  await Promise.all([reloadIssues(!isRestored), reload("trash")]);
}
