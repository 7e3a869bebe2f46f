import type { PasswordChange } from "@logbook/domain";
import { request } from "./http.ts";
import type { Result } from "./result.ts";

/** `POST /api/auth/password`: the answer's custom token starts this window's new session. */
export function changePassword(change: PasswordChange): Promise<Result<{ token: string }>> {
  return request("/api/auth/password", { method: "POST", body: change, holdsPasswordLock: true });
}

/** `POST /api/auth/sign-out-everywhere`: ends all sessions of the user, this one too. */
export function signOutEverywhere(): Promise<Result<{ success: true }>> {
  return request("/api/auth/sign-out-everywhere", { method: "POST", body: {} });
}
