import type { PasswordChange } from "@logbook/domain";
import { request } from "./http.ts";
import type { Result } from "./result.ts";

/** `POST /api/auth/password`: the answer's custom token starts this window's new session. */
export function changePassword(change: PasswordChange): Promise<Result<{ token: string }>> {
  return request("/api/auth/password", { method: "POST", body: change, holdsPasswordLock: true });
}
