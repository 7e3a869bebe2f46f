import type { Auth } from "firebase-admin/auth";
import { TimeoutError, within } from "../within.ts";

/** What became of an ID token: who signed in and when (seconds since 1970), or why nobody did. */
export type TokenOutcome = { uid: string; authTime: number } | "refused" | "disabled" | "unavailable";

/** Verifies an ID token: garbage, expired, foreign and unsigned ones are `refused`; no keys to check with, `unavailable`. */
export async function verifyToken(auth: Pick<Auth, "verifyIdToken">, idToken: string): Promise<TokenOutcome> {
  try {
    const token = await within(10_000, auth.verifyIdToken(idToken));
    return { uid: token.uid, authTime: token.auth_time };
  } catch (error) {
    return outcomeOf(error as { code?: unknown; message?: unknown });
  }
}

// The Admin SDK gives the code of a bad token to keys that it could not fetch as well; only the message differs.
const KEY_OUTAGE = /^Error (while making request|fetching)/;
const OUTAGE = /^(app\/|auth\/(internal-error|quota-exceeded|too-many-requests)$)/;

function outcomeOf(error: { code?: unknown; message?: unknown }): TokenOutcome {
  const { code, message } = error;
  if (error instanceof TimeoutError) return "unavailable";
  if (code === "auth/user-disabled") return "disabled";
  if (OUTAGE.test(String(code)) || KEY_OUTAGE.test(String(message))) return "unavailable";
  return "refused";
}
