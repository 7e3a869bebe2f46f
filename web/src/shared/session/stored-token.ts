import { readStored, STORAGE_KEYS, writeStored } from "./local-storage.ts";

/**
 * The user's last ID token. With this token the next visit requests the list at once, and does not wait until Auth
 * has started over the network. `first.js` reads the token, and renews it with the refresh token.
 */
interface StoredToken {
  uid: string;
  idToken: string;
  refreshToken: string;
  /** When the ID token expires, in milliseconds since 1970. */
  until: number;
}

// The server would refuse a token that expires on its way there.
const EXPIRY_MARGIN_MS = 30_000;

/** This user's stored ID token, or `null` if there is no token or it expires soon. */
export function readStoredToken(uid: string): string | null {
  const token = readStored(STORAGE_KEYS.token) as Partial<StoredToken> | null;
  if (token?.uid !== uid || typeof token.idToken !== "string" || typeof token.until !== "number") return null;
  return token.until - EXPIRY_MARGIN_MS > Date.now() ? token.idToken : null;
}

export function storeToken(uid: string, idToken: string, refreshToken: string): void {
  const token: StoredToken = { uid, idToken, refreshToken, until: expiryOf(idToken) };
  writeStored(STORAGE_KEYS.token, token);
}

export function clearStoredToken(): void {
  writeStored(STORAGE_KEYS.token, null);
}

function expiryOf(idToken: string): number {
  const payload = idToken.split(".")[1] ?? "";
  const { exp } = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as { exp: number };
  return exp * 1000;
}
