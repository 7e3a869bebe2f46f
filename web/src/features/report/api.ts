import type { Amendment, Attachment, Status, WireIssue } from "@logbook/domain";
import { request, sendWrite } from "../../shared/api/http.ts";

/** `PUT /api/issues/{id}` (section 7): a status step. The API refuses it if the report's status is no longer `from`. */
export const stepIssue = ({ id, ...body }: { id: string; from: Status; status: Status; userId: string }) =>
  request<{ success: true; issue: WireIssue }>(`/api/issues/${id}`, { method: "PUT", body });

/** The body of `POST /api/issues/amendment`. */
export interface NewAmendment {
  id: string;
  issueId: string;
  text: string;
  attachments?: Attachment[];
  userId: string;
  username: string;
}

/** `POST /api/issues/amendment` (section 7). The page makes the `id`, so that a retry adds no second amendment. */
export const addAmendment = (body: NewAmendment) => sendWrite("/api/issues/amendment", { method: "POST", body });

/** `PUT /api/issues/{issueId}/amendments/{id}`: the author's edit. `from` is as in `editReport` (features/editing). */
export const editAmendment = (
  issueId: string,
  { id, ...body }: { id: string; text: string; from: string; userId: string },
) => request<{ amendment: Amendment }>(`/api/issues/${issueId}/amendments/${id}`, { method: "PUT", body });
