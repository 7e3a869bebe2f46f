import type { MemberChange, WireMember, WireMembers, WireTrash } from "@logbook/domain";
import { request } from "./http.ts";

/** `GET /api/members`: one page of the members whose name contains `search`; for admins. */
export function listMembers(page: number, search: string, signal?: AbortSignal) {
  const query = new URLSearchParams({ page: String(page), ...(search !== "" && { search }) });
  return request<WireMembers>(`/api/members?${query}`, { signal });
}

/** `PUT /api/members/{uid}`: changes whether a member is disabled or an admin; for admins. */
export const changeMember = (uid: string, change: MemberChange) =>
  request<{ member: WireMember }>(`/api/members/${uid}`, { method: "PUT", body: change });

/** `GET /api/trash`: one page of the deleted reports, most recently deleted first; for admins. */
export const listTrash = (page: number, signal?: AbortSignal) =>
  request<WireTrash>(`/api/trash?page=${page}`, { signal });
