import type { WireIssue } from "@logbook/domain";
import { request } from "./http.ts";
import type { Result } from "./result.ts";

/** `POST /api/trash/{id}/restore`: brings a deleted report back, or finds it back already; for admins. */
export function restoreIssue(id: string): Promise<Result<{ issue: WireIssue }>> {
  return request(`/api/trash/${id}/restore`, { method: "POST", body: {} });
}
