import type { Auth } from "firebase-admin/auth";
import { failure } from "../http/response.ts";

export const UNAUTHENTICATED = failure(
  "unauthenticated",
  "Please sign in. The session is missing, not valid or has ended.",
);
export const DISABLED = failure("disabled", "This account has been disabled. Please ask an admin.");

/** The claim with the time at which the member's password was checked, in seconds since 1970. */
export const OPENED_CLAIM = "opened";

/**
 * Creates a custom token that opens a session; Auth accepts the token for an hour. The session counts as opened at
 * `openedAt` (milliseconds), not when the token is used. So a token from before 'Sign out everywhere' opens no session.
 */
export function createSessionToken(auth: Auth, uid: string, openedAt: number): Promise<string> {
  return auth.createCustomToken(uid, { [OPENED_CLAIM]: Math.floor(openedAt / 1000) });
}
