import type { MemberChange, WireMember, WireMembers } from "@logbook/domain";
import { request } from "../../shared/api/http.ts";

/** `GET /api/members`: one page of the members whose name contains `search`; for admins. */
export function listMembers(page: number, search: string, signal?: AbortSignal) {
  const query = new URLSearchParams({ page: String(page), ...(search !== "" && { search }) });
  return request<WireMembers>(`/api/members?${query}`, { signal });
}

/** `PUT /api/members/{uid}`: changes whether a member is disabled or an admin; for admins. */
export const changeMember = (uid: string, change: MemberChange) =>
  request<{ member: WireMember }>(`/api/members/${uid}`, { method: "PUT", body: change });
