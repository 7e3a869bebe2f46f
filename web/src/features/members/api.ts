import type {
  Admission,
  MemberChange,
  WireChatTest,
  WireMember,
  WireMemberLog,
  WireMembers,
  WireResetLink,
} from "@logbook/domain";
import { request } from "../../shared/api/http.ts";

/** `GET /api/members`: one page of the members whose name contains `search`; for admins. */
export function listMembers(page: number, search: string, signal?: AbortSignal) {
  const query = new URLSearchParams({ page: String(page), ...(search !== "" && { search }) });
  return request<WireMembers>(`/api/members?${query}`, { signal });
}

/** `PUT /api/members/{uid}`: changes whether a member is disabled or an admin; for admins. */
export const changeMember = (uid: string, change: MemberChange) =>
  request<{ member: WireMember }>(`/api/members/${uid}`, { method: "PUT", body: change });

/** `GET /api/members/waiting`: the number of people who wait to be let in; for admins. */
export const countWaiting = (signal: AbortSignal) => request<{ waiting: number }>("/api/members/waiting", { signal });

/** `GET /api/members/log`: one page of the admins' acts on members, the last first; for admins. */
export const listActs = (page: number, signal: AbortSignal) =>
  request<WireMemberLog>(`/api/members/log?page=${page}`, { signal });

/** `PUT /api/admission`: sets who comes in; for admins. */
export const changeAdmission = (admission: Admission) =>
  request<{ admission: Admission }>("/api/admission", { method: "PUT", body: { admission } });

/** `PUT /api/chat`: sets whether the chat gets the titles of reports; for admins. */
export const changeChatTitles = (titles: boolean) =>
  request<{ titles: boolean }>("/api/chat", { method: "PUT", body: { titles } });

/** `POST /api/chat/test`: sends a test message to the chat; takes up to 30 seconds; for admins. */
export const testChat = () => request<WireChatTest>("/api/chat/test", { method: "POST", body: {} });

/** `POST /api/members/{uid}/reset-link`: makes a link with which a member sets a new password; for admins. */
export const makeResetLink = (uid: string) =>
  request<WireResetLink>(`/api/members/${uid}/reset-link`, { method: "POST", body: {} });
