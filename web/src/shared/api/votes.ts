import { request, requestDone } from "./http.ts";

/** `PUT /api/issues/{id}/vote`: votes for a report, or takes the vote back. */
export const castVote = (id: string, voted: boolean) =>
  requestDone(`/api/issues/${id}/vote`, { method: "PUT", body: { voted } });

/** `GET /api/me/votes`: the ids of the reports for which the user votes. */
export const listVotes = () => request<{ voted: string[] }>("/api/me/votes");
