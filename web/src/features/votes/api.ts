import type { Sighting, WireVotes } from "@logbook/domain";
import { request, sendWrite } from "../../shared/api/http.ts";

/** `GET /api/me/votes`: the reports for which the user has voted, that they see too, and that ask if they are fixed. */
export const listVotes = () => request<Pick<WireVotes, "voted"> & Partial<Omit<WireVotes, "voted">>>("/api/me/votes");

/** `PUT /api/issues/{id}/vote`: votes for a report, or withdraws the vote. */
export const castVote = (id: string, voted: boolean) =>
  sendWrite(`/api/issues/${id}/vote`, { method: "PUT", body: { voted } });

/** `PUT /api/issues/{id}/sighting`: the user sees a bug too, in this browser, or with `null` no longer. */
export const sendSighting = (id: string, sighting: Sighting | null) =>
  sendWrite(`/api/issues/${id}/sighting`, { method: "PUT", body: { seen: sighting !== null, ...sighting } });
