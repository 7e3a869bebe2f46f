import type { WireFormerTexts, WireHistory } from "@logbook/domain";
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
