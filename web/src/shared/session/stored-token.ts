import { readStored, STORAGE_KEYS, writeStored } from "./local-storage.ts";

/**
 * The user's last ID token. With this token the next visit requests its list at once, instead of waiting for Auth to
 * start over the network. `first.js` reads the token, and renews it with the refresh token.
 */
interface StoredToken {
  uid: string;
  idToken: string;
  refreshToken: string;
  /** When the ID token expires, in milliseconds since 1970. */
  until: number;
}

// A token that expires on its way to the server would be refused.
const EXPIRY_MARGIN_MS = 30_000;

/** This user's stored ID token, or `null` if there is none or it expires soon. */
export function readStoredToken(uid: string): string | null {
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
