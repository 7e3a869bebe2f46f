import { readStored, STORAGE_KEYS, writeStored } from "./local-storage.ts";

/**
 * The last ID token, kept so that the next visit can ask for its list at once: Auth itself is asynchronous, and asks the
 * network first. `until` is when it expires, in milliseconds.
 */
interface StoredToken {
  uid: string;
  idToken: string;
  refreshToken: string;
  until: number;
}

// A token about to expire would be refused on arrival.
const MARGIN_MS = 30_000;

/** The kept ID token of this user while it holds. */
export function storedToken(uid: string): string | null {
  const kept = readStored(STORAGE_KEYS.token) as Partial<StoredToken> | null;
  const holds = kept?.uid === uid && typeof kept.until === "number" && kept.until - MARGIN_MS > Date.now();
  return holds && typeof kept.idToken === "string" ? kept.idToken : null;
}

/** Keeps a user's ID token, and what a new one can be had for. */
export function storeToken(uid: string, idToken: string, refreshToken: string): void {
  const kept: StoredToken = { uid, idToken, refreshToken, until: expiry(idToken) };
  writeStored(STORAGE_KEYS.token, kept);
}

/** The next call asks Auth for its token. */
export function clearStoredToken(): void {
  writeStored(STORAGE_KEYS.token, null);
}

function expiry(idToken: string): number {
  const payload = idToken.split(".")[1] ?? "";
  const { exp } = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as { exp: number };
  return exp * 1000;
}
