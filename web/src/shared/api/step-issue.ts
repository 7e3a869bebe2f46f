import type { Status, WireIssue } from "@logbook/domain";
import { request } from "./http.ts";

/** A step in the status cycle. `from` is the status that the admin saw: two admins at once then make only one step. */
export interface Step {
  id: string;
  from: Status;
  status: Status;
  userId: string;
}

/** `PUT /api/issues/{id}` (section 7). */
export const stepIssue = ({ id, ...body }: Step) =>
  request<{ success: true; issue: WireIssue }>(`/api/issues/${id}`, { method: "PUT", body });
