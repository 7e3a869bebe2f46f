import type { Status, WireIssue } from "@logbook/domain";
import { request, sendWrite } from "./http.ts";

/** `PUT /api/issues/{id}` (section 7). `from` is the status that the admin saw, so that two admins at once make one step. */
export const stepIssue = ({ id, ...body }: { id: string; from: Status; status: Status; userId: string }) =>
  request<{ success: true; issue: WireIssue }>(`/api/issues/${id}`, { method: "PUT", body });

/** `POST /api/issues/amendment` (section 7). The page makes the `id`: a retry adds no second amendment. */
export const addAmendment = (body: { id: string; issueId: string; text: string; userId: string; username: string }) =>
  sendWrite("/api/issues/amendment", { method: "POST", body });
