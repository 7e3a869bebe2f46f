import type { User } from "@logbook/domain";
import { request } from "./http.ts";
import type { Result } from "./result.ts";

/** `GET /api/me`: the signed-in user as their member document says now. */
export function readMe(): Promise<Result<{ user: User }>> {
  return request("/api/me");
}
