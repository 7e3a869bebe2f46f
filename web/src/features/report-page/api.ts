import type { Amendment, WireFormerTexts, WireHistory } from "@logbook/domain";
import { queryOptions } from "@tanstack/react-query";
import { request } from "../../shared/api/http.ts";
import { type Result, unwrap } from "../../shared/api/result.ts";

/** `GET /api/issues/{id}/history`: the events of a report before the event `before`. */
export const readEarlierEvents = (issueId: string, before: string): Promise<Result<WireHistory>> =>
  request<WireHistory>(`/api/issues/${issueId}/history?before=${encodeURIComponent(before)}`);

/** `GET /api/history/{eventId}`: the texts before an edit. */
export const formerTextsQuery = (eventId: string) =>
  queryOptions({
    queryKey: ["former texts", eventId],
    queryFn: ({ signal }) =>
      unwrap(request<WireFormerTexts>(`/api/history/${encodeURIComponent(eventId)}`, { signal })),
    // These texts never change.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { failure: "Failed to load former texts:" },
  });

/** `PUT /api/issues/{issueId}/amendments/{id}/hidden`: hides an amendment, or shows it again. */
export const hideAmendment = (issueId: string, { id, ...body }: { id: string; hidden: boolean; userId: string }) =>
  request<{ amendment: Amendment }>(`/api/issues/${issueId}/amendments/${id}/hidden`, { method: "PUT", body });

/** What only admins read of a hidden amendment: its text, `""` once that is deleted, and its files. */
export type AmendmentContent = Pick<Amendment, "text" | "attachments">;

/** `GET /api/issues/{issueId}/amendments/{id}`: the text and the files of an amendment, also of a hidden one. */
export const readAmendment = (issueId: string, id: string) =>
  request<AmendmentContent>(`/api/issues/${issueId}/amendments/${id}`);
