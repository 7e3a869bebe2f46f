import type { Amendment, Correction, EditReport, WireFormerTexts, WireIssue } from "@logbook/domain";
import { queryOptions } from "@tanstack/react-query";
import { request } from "./http.ts";
import { unwrap } from "./result.ts";

/** `PUT /api/issues/{id}/texts`: the reporter's edit. `from` is the `editedAt` that the reporter has seen, or `""`. */
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

/** The query for the texts before an edit: `GET /api/history/{event}`. */
export const formerTextsQuery = (eventId: string) =>
  queryOptions({
    queryKey: ["former texts", eventId],
    queryFn: ({ signal }) =>
      unwrap(request<WireFormerTexts>(`/api/history/${encodeURIComponent(eventId)}`, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { failure: "Failed to load former texts:" },
  });
