import type { Status, WireIssue } from "@logbook/domain";
import { request, requestDone } from "./http.ts";

/** A step in the status cycle. `from` is the status that the admin saw: two admins at once then make only one step. */
interface Step {
  id: string;
  from: Status;
  status: Status;
  userId: string;
}

/** `PUT /api/issues/{id}` (section 7). */
export const stepIssue = ({ id, ...body }: Step) =>
  request<{ success: true; issue: WireIssue }>(`/api/issues/${id}`, { method: "PUT", body });

/** `POST /api/issues/amendment` (section 7). The client makes the `id`, so that a retry does not add it twice. */
export const addAmendment = (body: { id: string; issueId: string; text: string; userId: string; username: string }) =>
  requestDone("/api/issues/amendment", { method: "POST", body });
