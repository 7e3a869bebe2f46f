import type { Failure } from "@logbook/domain";
import type { Auth } from "firebase-admin/auth";
import { LRUCache } from "lru-cache";
import { UNAVAILABLE } from "../http/response.ts";
import { TimeoutError, withTimeout } from "../http/timeout.ts";
import { DISABLED, OPENED_CLAIM, UNAUTHENTICATED } from "./session-token.ts";

/** The member of a valid ID token, with the session's opening time (seconds since 1970). */
interface VerifiedToken {
  uid: string;
  opened: number;
}

/**
 * Verifies an ID token at the time `now` (milliseconds). Gives 401 for a token that is malformed, expired, unsigned or
 * from another project, or whose session was not opened by this API; 503 if Auth's keys cannot be fetched.
 */
export type TokenVerifier = (idToken: string, now?: number) => Promise<VerifiedToken | Failure>;

const MAX_TOKENS = 5_000;

/** Creates a verifier that caches valid tokens until they expire, because checking a signature takes long. */
export function createTokenVerifier(auth: Pick<Auth, "verifyIdToken">): TokenVerifier {
  const cache = new LRUCache<string, { token: VerifiedToken; expiresAt: number }>({ max: MAX_TOKENS });
  return async (idToken, now = Date.now()) => {
    const cached = cache.get(idToken);
    if (cached !== undefined && cached.expiresAt > now) return cached.token;
    try {
      const { uid, exp, [OPENED_CLAIM]: opened } = await withTimeout(auth.verifyIdToken(idToken));
      // A session without this claim was opened through Auth's own API, not by the logbook's.
      if (typeof opened !== "number") return UNAUTHENTICATED;
      const token = { uid, opened };
      cache.set(idToken, { token, expiresAt: exp * 1000 });
      return token;
    } catch (error) {
      return toFailure(error as { code?: unknown; message?: unknown });
    }
  };
}

// If the Admin SDK cannot fetch Google's keys, its error has the code of an invalid token; only the message differs.
const KEY_OUTAGE_MESSAGE = /^Error (while making request|fetching)/;
const OUTAGE_CODE = /^(app\/|auth\/(internal-error|quota-exceeded|too-many-requests)$)/;

function toFailure(error: { code?: unknown; message?: unknown }): Failure {
  const { code, message } = error;
  if (error instanceof TimeoutError) return UNAVAILABLE;
  if (code === "auth/user-disabled") return DISABLED;
  const isOutage = OUTAGE_CODE.test(String(code)) || KEY_OUTAGE_MESSAGE.test(String(message));
  return isOutage ? UNAVAILABLE : UNAUTHENTICATED;
}
