import type { MemberChange, WireMember, WireMembers } from "@logbook/domain";
import { request } from "./http.ts";
import type { Result } from "./result.ts";

/** `GET /api/members`: one page of the members whose name contains `search`; for admins. */
export function listMembers(page: number, search: string, signal?: AbortSignal): Promise<Result<WireMembers>> {
  const query = new URLSearchParams({ page: String(page), ...(search !== "" && { search }) });
  return request(`/api/members?${query}`, { signal });
}

/** `PUT /api/members/{uid}`: changes whether a member is disabled or an admin; for admins. */
export function changeMember(uid: string, change: MemberChange): Promise<Result<{ member: WireMember }>> {
  return request(`/api/members/${uid}`, { method: "PUT", body: change });
}
