import type { Attachment, CreateIssue, WireIssue } from "@logbook/domain";
import { request } from "./http.ts";

/** A new report; a client-made `id` makes a retry harmless. Its attachments are stored already. */
export interface NewIssue extends Omit<CreateIssue, "attachments"> {
  attachments: Attachment[];
}

/** `POST /api/issues` (section 7). */
export const createIssue = (body: NewIssue) =>
  request<{ success: true; issue: WireIssue }>("/api/issues", { method: "POST", body });
