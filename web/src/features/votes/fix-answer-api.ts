import { sendWrite } from "../../shared/api/http.ts";

/** `PUT /api/issues/{id}/fix-answer`: whether the report is fixed for the user; `text` becomes the amendment `id`. */
export const sendFixAnswer = (issueId: string, body: { fixed: boolean; text?: string; id?: string }) =>
  sendWrite(`/api/issues/${issueId}/fix-answer`, { method: "PUT", body });
