import type { WireIssue } from "@logbook/domain";
import { request } from "./http.ts";
import type { Result } from "./result.ts";

/** `POST /api/trash/{id}/restore`: restores a deleted report; succeeds if it is restored already. For admins. */
export function restoreIssue(id: string): Promise<Result<{ issue: WireIssue }>> {
  return request(`/api/trash/${id}/restore`, { method: "POST", body: {} });
}
