import type { Auth } from "firebase-admin/auth";

/** The claim of a session: when its member proved who they are, in seconds since 1970. */
export const OPENED = "opened";

/**
 * A custom token that opens a session of the member. It can be exchanged for an hour; the session counts as opened at
 * `opened` (milliseconds), when the member proved who they are, or a token put aside would outlive the end of all sessions.
 */
export function sessionToken(auth: Auth, uid: string, opened: number): Promise<string> {
  return auth.createCustomToken(uid, { [OPENED]: Math.floor(opened / 1000) });
}
