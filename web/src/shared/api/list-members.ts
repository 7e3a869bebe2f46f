import type { WireMembers } from "@logbook/domain";
import { request } from "./http.ts";
import type { Result } from "./result.ts";

/** `GET /api/members`: one page of the members whose name contains `search`; for admins. */
export function listMembers(page: number, search: string, signal?: AbortSignal): Promise<Result<WireMembers>> {
  const query = new URLSearchParams({ page: String(page), ...(search !== "" && { search }) });
  return request(`/api/members?${query}`, { signal });
}
