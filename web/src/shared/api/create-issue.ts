import type { Attachment, CreateIssue, WireIssue } from "@logbook/domain";
import { request } from "./http.ts";

/** A new report with uploaded attachments. The client makes its `id`, so that a retry does not file it twice. */
export interface NewIssue extends Omit<CreateIssue, "attachments"> {
  attachments: Attachment[];
}

/** `POST /api/issues` (section 7). */
export const createIssue = (body: NewIssue) =>
  request<{ success: true; issue: WireIssue }>("/api/issues", { method: "POST", body });
