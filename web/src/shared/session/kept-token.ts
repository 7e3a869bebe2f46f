import { KEPT, readKept, writeKept } from "./kept.ts";

/**
 * The last ID token, kept so that the next visit can ask for its list at once: Auth itself is asynchronous, and asks the
 * network first. `until` is when it expires, in milliseconds.
 */
interface KeptToken {
  uid: string;
  idToken: string;
  refreshToken: string;
  until: number;
}

// A token about to expire would be refused on arrival.
const MARGIN_MS = 30_000;

/** The kept ID token of this user while it holds. */
export function keptToken(uid: string): string | null {
  const kept = readKept(KEPT.token) as Partial<KeptToken> | null;
  const holds = kept?.uid === uid && typeof kept.until === "number" && kept.until - MARGIN_MS > Date.now();
  return holds && typeof kept.idToken === "string" ? kept.idToken : null;
}

/** Keeps a user's ID token, and what a new one can be had for. */
export function keepToken(uid: string, idToken: string, refreshToken: string): void {
  const kept: KeptToken = { uid, idToken, refreshToken, until: expiry(idToken) };
  writeKept(KEPT.token, kept);
}

/** The next call asks Auth for its token. */
export function forgetToken(): void {
  writeKept(KEPT.token, null);
}

function expiry(idToken: string): number {
  const payload = idToken.split(".")[1] ?? "";
  const { exp } = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as { exp: number };
  return exp * 1000;
}
