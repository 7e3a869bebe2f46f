import type { Attachment, CreateIssue, WireIssue } from "@logbook/domain";
import { request } from "./http.ts";

/** `POST /api/issues` (section 7). The page makes the `id`, so that a retry does not file the report twice. */
export const createIssue = (body: Omit<CreateIssue, "attachments"> & { attachments: Attachment[] }) =>
  request<{ success: true; issue: WireIssue }>("/api/issues", { method: "POST", body });
