import type { MemberChange, WireMember } from "@logbook/domain";
import { request } from "./http.ts";
import type { Result } from "./result.ts";

/** `PUT /api/members/{uid}`: changes whether a member is disabled or an admin; for admins. */
export function changeMember(uid: string, change: MemberChange): Promise<Result<{ member: WireMember }>> {
  return request(`/api/members/${uid}`, { method: "PUT", body: change });
}
