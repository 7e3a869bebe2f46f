import type { Amendment, Correction, EditReport, WireFormerTexts, WireIssue } from "@logbook/domain";
import { queryOptions } from "@tanstack/react-query";
import { request } from "./http.ts";
import { unwrap } from "./result.ts";

// In each body, `from` is the `editedAt` of the text that the page shows (`""` if the text was never edited): the API
// refuses to overwrite a newer text.

/** `PUT /api/issues/{id}/texts`: the reporter's edit. */
export const editReport = (id: string, body: EditReport) =>
  request<{ issue: WireIssue }>(`/api/issues/${id}/texts`, { method: "PUT", body });

/** `PUT /api/issues/{id}/correction`: changes title and priority; for admins. */
export const correctReport = (id: string, body: Correction) =>
  request<{ issue: WireIssue }>(`/api/issues/${id}/correction`, { method: "PUT", body });

/** `PUT /api/issues/{issueId}/amendments/{id}`: the author's edit. */
export const editAmendment = (
  issueId: string,
  { id, ...body }: { id: string; text: string; from: string; userId: string },
) => request<{ amendment: Amendment }>(`/api/issues/${issueId}/amendments/${id}`, { method: "PUT", body });

/** The query for the texts before an edit: `GET /api/history/{eventId}`. */
export const formerTextsQuery = (eventId: string) =>
  queryOptions({
    queryKey: ["former texts", eventId],
    queryFn: ({ signal }) =>
      unwrap(request<WireFormerTexts>(`/api/history/${encodeURIComponent(eventId)}`, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { failure: "Failed to load former texts:" },
  });
