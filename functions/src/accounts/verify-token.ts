import type { Auth } from "firebase-admin/auth";
import { LRUCache } from "lru-cache";
import { TimeoutError, within } from "../http/timeout.ts";
import { OPENED } from "./session-token.ts";

/** What became of an ID token: whose session it is and when that was opened (seconds since 1970), or why it is nobody's. */
export type TokenOutcome = VerifiedToken | "refused" | "disabled" | "unavailable";

interface VerifiedToken {
  uid: string;
  opened: number;
}

/**
 * Verifies an ID token: garbage, expired, foreign and unsigned ones are `refused`, as are those of sessions that this API
 * did not open; no keys to check with, `unavailable`.
 */
export type TokenVerifier = (idToken: string, now?: number) => Promise<TokenOutcome>;

const MOST_KNOWN = 5_000;

/** A verifier that remembers good tokens until they expire: checking a signature costs more than the rest of a view. */
export function createTokenVerifier(auth: Pick<Auth, "verifyIdToken">): TokenVerifier {
  const known = new LRUCache<string, { token: VerifiedToken; expires: number }>({ max: MOST_KNOWN });
  return async (idToken, now = Date.now()) => {
    const before = known.get(idToken);
    if (before !== undefined && before.expires > now) return before.token;
    try {
      const { uid, exp, [OPENED]: opened } = await within(10_000, auth.verifyIdToken(idToken));
      // Got past this API: by a password, a provider or a phone number that somebody gave the account through Auth's own.
      if (typeof opened !== "number") return "refused";
      const token = { uid, opened };
      known.set(idToken, { token, expires: exp * 1000 });
      return token;
    } catch (error) {
      return outcomeOf(error as { code?: unknown; message?: unknown });
    }
  };
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
