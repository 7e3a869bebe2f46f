import type { User } from "@logbook/domain";
import { type Result, request } from "./http.ts";

/** `GET /api/me`: the signed-in user as their member document says now. */
export function readMe(): Promise<Result<{ user: User }>> {
  return request("/api/me");
}
