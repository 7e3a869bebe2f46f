import type { User } from "@logbook/domain";
import { request } from "./http.ts";
import type { Result } from "./result.ts";

/** `GET /api/me`: the signed-in user with their present name and role. */
export function readMe(): Promise<Result<{ user: User }>> {
  return request("/api/me");
}
