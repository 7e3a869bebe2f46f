import type { Correction, EditReport, WireIssue } from "@logbook/domain";
import { request } from "../../shared/api/http.ts";

// In the body of each edit, `from` is the `editedAt` of the text that the page shows (`""` if the text was never
// edited): the API refuses to overwrite a newer text.

/** `PUT /api/issues/{id}/texts`: the reporter's edit. */
export const editReport = (id: string, body: EditReport) =>
  request<{ issue: WireIssue }>(`/api/issues/${id}/texts`, { method: "PUT", body });

/** `PUT /api/issues/{id}/correction`: changes title and priority; for admins. */
export const correctReport = (id: string, body: Correction) =>
  request<{ issue: WireIssue }>(`/api/issues/${id}/correction`, { method: "PUT", body });
