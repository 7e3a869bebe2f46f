import type { Status, WireIssue } from "@logbook/domain";
import { request } from "./http.ts";

/** A step along the cycle; `from` is the status the admin saw, so that two admins cannot skip one together. */
export interface Step {
  id: string;
  from: Status;
  status: Status;
  userId: string;
}

/** `PUT /api/issues/{id}` (section 7). */
export const stepIssue = ({ id, ...body }: Step) =>
  request<{ success: true; issue: WireIssue }>(`/api/issues/${id}`, { method: "PUT", body });
