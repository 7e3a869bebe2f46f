import type { BrowserContext } from "@playwright/test";

// Auth computes the stored expiry from the time when the token arrives, so it differs a little from the token's expiry.
const TOLERANCE_S = 120;

/** The data that a browser stores for a site: cookies, localStorage and IndexedDB. */
export type StoredSession = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Removes the localStorage entries that contain this text. With a report's title, it removes the stored list. */
export function withoutText(stored: StoredSession, text: string): StoredSession {
  const escapedText = JSON.stringify(text).slice(1, -1);
  const origins = stored.origins.map((origin) => ({
    ...origin,
    localStorage: origin.localStorage.filter(({ value }) => !value.includes(escapedText)),
  }));
  return { ...stored, origins };
}

const TOKEN = /(eyJ[\w-]+)\.(eyJ[\w-]+)\.[\w-]*/g;
/**
 * Returns the session as it is `hours` later: moves back the times in all ID tokens, and the expiry times stored beside.
 * The emulator's tokens are unsigned, so the function accepts the change and refuses the tokens only as expired.
 */
export function withExpiredTokens(stored: StoredSession, hours: number): StoredSession {
  const shiftSeconds = hours * 3600;
  const text = JSON.stringify(stored);
  const expiries = [...text.matchAll(TOKEN)].map(([, , payload]) => claimsOf(payload!).exp);
  if (expiries.length === 0) throw new Error("The stored session has no ID token that could expire.");
  const isExpiry = (seconds: number): boolean => expiries.some((expiry) => Math.abs(seconds - expiry) < TOLERANCE_S);
  // Replace the numbers first: a changed token must not be searched for them. Seconds have 10 digits, milliseconds 13.
  const expired = text
    .replace(/\b(\d{10})(\d{3})?\b/g, (number, seconds: string, millis = "") =>
      isExpiry(Number(seconds)) ? `${Number(seconds) - shiftSeconds}${millis}` : number,
    )
    .replace(TOKEN, (_, header: string, payload: string) => {
      const { iat, exp, ...others } = claimsOf(payload);
      const claims = { ...others, iat: iat - shiftSeconds, exp: exp - shiftSeconds };
      return `${header}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.`;
    });
  return JSON.parse(expired) as StoredSession;
}

function claimsOf(payload: string): { iat: number; exp: number } {
  return JSON.parse(Buffer.from(payload, "base64url").toString()) as { iat: number; exp: number };
}
