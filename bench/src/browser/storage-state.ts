import type { BrowserContext } from "@playwright/test";

// Firebase's client computes the stored expiry when the token arrives, so it differs a little from the token's `exp`.
const EXPIRY_TOLERANCE_SECONDS = 120;

/** The data that a browser stores for a site: cookies, localStorage and IndexedDB. */
export type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

// A JSON Web Token: header, payload and signature. `eyJ` is the beginning of a JSON object in Base64.
const TOKEN = /(eyJ[\w-]+)\.(eyJ[\w-]+)\.[\w-]*/g;

/** Removes the localStorage entries that contain this text. They are JSON, so the text is escaped in them. */
export function withoutText(storageState: StorageState, text: string): StorageState {
  const escapedText = JSON.stringify(text).slice(1, -1);
  const origins = storageState.origins.map((origin) => ({
    ...origin,
    localStorage: origin.localStorage.filter(({ value }) => !value.includes(escapedText)),
  }));
  return { ...storageState, origins };
}

/**
 * Moves the times in all ID tokens, and the stored times at which the tokens expire, `hours` into the past. The API
 * refuses the changed tokens only because they are expired: the Auth emulator's tokens have no signature.
 */
export function withExpiredTokens(storageState: StorageState, hours: number): StorageState {
  const shiftSeconds = hours * 3600;
  const text = JSON.stringify(storageState);
  const expiries = [...text.matchAll(TOKEN)].map(([, , payload]) => decodeClaims(payload!).exp);
  if (expiries.length === 0) throw new Error("The stored session has no ID token that could expire.");
  const isExpiry = (seconds: number): boolean =>
    expiries.some((expiry) => Math.abs(seconds - expiry) < EXPIRY_TOLERANCE_SECONDS);
  // A stored time has 10 digits if it is in seconds, and 13 if it is in milliseconds.
  const textWithOldTimes = text.replace(/\b(\d{10})(\d{3})?\b/g, (time, seconds: string, milliseconds = "") =>
    isExpiry(Number(seconds)) ? `${Number(seconds) - shiftSeconds}${milliseconds}` : time,
  );
  const textWithOldTokens = textWithOldTimes.replace(TOKEN, (_, header: string, payload: string) => {
    const claims = decodeClaims(payload);
    const oldClaims = { ...claims, iat: claims.iat - shiftSeconds, exp: claims.exp - shiftSeconds };
    return `${header}.${Buffer.from(JSON.stringify(oldClaims)).toString("base64url")}.`;
  });
  return JSON.parse(textWithOldTokens) as StorageState;
}

function decodeClaims(payload: string): { iat: number; exp: number } {
  return JSON.parse(Buffer.from(payload, "base64url").toString()) as { iat: number; exp: number };
}
