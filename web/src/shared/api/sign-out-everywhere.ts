import { request } from "./http.ts";
import type { Result } from "./result.ts";

/** `POST /api/auth/sign-out-everywhere`: ends all sessions of the user, this one too. */
export function signOutEverywhere(): Promise<Result<{ success: true }>> {
  return request("/api/auth/sign-out-everywhere", { method: "POST", body: {} });
}
