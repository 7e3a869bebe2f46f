import type { WireIssue } from "@logbook/domain";
import { type Result, request } from "./http.ts";

/** `POST /api/trash/{id}/restore`: brings a deleted report back, or finds it back already; for admins. */
export function restoreIssue(id: string): Promise<Result<{ issue: WireIssue }>> {
  return request(`/api/trash/${id}/restore`, { method: "POST", body: {} });
}
