import type { Failure } from "@logbook/domain";
import type { Auth } from "firebase-admin/auth";
import { LRUCache } from "lru-cache";
import { adminAppCheck } from "../firestore/admin.ts";
import { isOutage } from "../http/outage.ts";
import { failure, UNAVAILABLE } from "../http/response.ts";
import { withTimeout } from "../http/timeout.ts";
import { DISABLED } from "./member.ts";

export const UNAUTHENTICATED = failure(
  "unauthenticated",
  "Please sign in. The session is missing, not valid or has ended.",
);

/** The claim with the time at which the member's password was checked, in seconds since 1970. */
const OPENED_CLAIM = "opened";

/**
 * Creates a custom token that opens a session; Auth accepts the token for an hour. The session counts as opened at
 * `openedAt` (milliseconds), not when the token is used. So a token from before 'Sign out everywhere' opens no session.
 */
export function createSessionToken(auth: Auth, uid: string, openedAt: number): Promise<string> {
  return auth.createCustomToken(uid, { [OPENED_CLAIM]: Math.floor(openedAt / 1000) });
}

/** The member of a valid ID token; `opened` is when the session began, in seconds since 1970. */
type VerifiedToken = { uid: string; opened: number };

const MAX_TOKENS = 5_000;

/**
 * Creates a function that verifies an ID token at the time `now` (milliseconds). It caches valid tokens until they
 * expire, because checking a signature takes long. It fails with 503 if Auth's keys cannot be fetched, otherwise 401.
 */
export function createTokenVerifier(auth: Pick<Auth, "verifyIdToken">) {
  const cache = new LRUCache<string, { token: VerifiedToken; expiresAt: number }>({ max: MAX_TOKENS });
  return async (idToken: string, now = Date.now()): Promise<VerifiedToken | Failure> => {
    const cached = cache.get(idToken);
    if (cached !== undefined && cached.expiresAt > now) return cached.token;
    try {
      const claims = await withTimeout(auth.verifyIdToken(idToken));
      const token = tokenOf(claims.uid, claims);
      if (token === null) return UNAUTHENTICATED;
      cache.set(idToken, { token, expiresAt: claims.exp * 1000 });
      return token;
    } catch (error) {
      const { code, message } = error as { code?: unknown; message?: unknown };
      if (code === "auth/user-disabled") return DISABLED;
      // Only against the Auth emulator the SDK looks for this, as the last check of a valid token. As in production, the
      // member's document decides: it tells a disabled member from one who has signed out everywhere.
      if (code === "auth/id-token-revoked") return readRevoked(idToken) ?? UNAUTHENTICATED;
      return isOutage(error) || KEY_OUTAGE_MESSAGE.test(String(message)) ? UNAVAILABLE : UNAUTHENTICATED;
    }
  };
}

/** The token with these claims; `null` if its session was opened through Auth's own API, not by the logbook's. */
function tokenOf(uid: string, { [OPENED_CLAIM]: opened }: Record<string, unknown>): VerifiedToken | null {
  return typeof opened === "number" ? { uid, opened } : null;
}

function readRevoked(idToken: string): VerifiedToken | null {
  const claims = JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString()) as { sub: string };
  return tokenOf(claims.sub, claims as Record<string, unknown> & { sub: string });
}

// If the Admin SDK cannot fetch Google's keys, its error has the code of an invalid token; only the message differs.
const KEY_OUTAGE_MESSAGE = /^Error (while making request|fetching)/;

const UNKNOWN_APP = failure(
  "app-check",
  "This browser could not be told from a robot. Please allow www.google.com for this page and reload it.",
);

/** Checks the App Check token of a call; `null` if the token is valid or if `APP_CHECK` is not `on`. */
export async function checkAppCheckToken(token: string | undefined): Promise<Failure | null> {
  if (process.env.APP_CHECK !== "on") return null;
  if (token === undefined) return UNKNOWN_APP;
  const appCheck = await adminAppCheck();
  try {
    await withTimeout(appCheck.verifyToken(token));
    return null;
  } catch (error) {
    return isOutage(error) ? UNAVAILABLE : UNKNOWN_APP;
  }
}
