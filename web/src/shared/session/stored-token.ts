import { readStored, STORAGE_KEYS, writeStored } from "./local-storage.ts";

/**
 * The last ID token. With this token the next visit can request its list at once, before Auth has started, which needs
 * the network. `first.js` reads the token, and renews it by the refresh token.
 */
interface StoredToken {
  uid: string;
  idToken: string;
  refreshToken: string;
  /** When the ID token expires, in milliseconds since 1970. */
  until: number;
}

// A token that is about to expire would be refused on arrival.
const EXPIRY_MARGIN_MS = 30_000;

/** This user's stored ID token, or `null` if there is none or it expires soon. */
export function storedToken(uid: string): string | null {
  const stored = readStored(STORAGE_KEYS.token) as Partial<StoredToken> | null;
  if (stored?.uid !== uid || typeof stored.idToken !== "string" || typeof stored.until !== "number") return null;
  return stored.until - EXPIRY_MARGIN_MS > Date.now() ? stored.idToken : null;
}

export function storeToken(uid: string, idToken: string, refreshToken: string): void {
  const stored: StoredToken = { uid, idToken, refreshToken, until: expiryOf(idToken) };
  writeStored(STORAGE_KEYS.token, stored);
}

export function clearStoredToken(): void {
  writeStored(STORAGE_KEYS.token, null);
}

function expiryOf(idToken: string): number {
  const payload = idToken.split(".")[1] ?? "";
  const { exp } = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as { exp: number };
  return exp * 1000;
}
