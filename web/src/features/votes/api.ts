import { request, sendWrite } from "../../shared/api/http.ts";

/** `GET /api/me/votes`: the ids of the reports for which the user has voted. */
export const listVotes = () => request<{ voted: string[] }>("/api/me/votes");

/** `PUT /api/issues/{id}/vote`: votes for a report, or withdraws the vote. */
export const castVote = (id: string, voted: boolean) =>
  sendWrite(`/api/issues/${id}/vote`, { method: "PUT", body: { voted } });
