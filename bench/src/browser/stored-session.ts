import type { BrowserContext } from "@playwright/test";

// Auth computes the expiry that it stores from the time of receipt, so it differs a little from the one in the token.
const TOLERANCE_S = 120;

/** The data that a browser stores for a site: cookies, localStorage and IndexedDB. */
export type StoredSession = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** The session without the entries of localStorage that contain this text: a report's title removes the stored list. */
export function withoutText(stored: StoredSession, text: string): StoredSession {
  const inJson = JSON.stringify(text).slice(1, -1);
  const origins = stored.origins.map((origin) => ({
    ...origin,
    localStorage: origin.localStorage.filter(({ value }) => !value.includes(inJson)),
  }));
  return { ...stored, origins };
}

const TOKEN = /(eyJ[\w-]+)\.(eyJ[\w-]+)\.[\w-]*/g;
/**
 * The session `hours` later: all ID tokens and the expiry times stored with them are moved into the past. This works
 * because the tokens of the Auth emulator are unsigned: the function refuses the changed tokens as expired.
 */
export function withExpiredTokens(stored: StoredSession, hours: number): StoredSession {
  const shift = hours * 3600;
  const text = JSON.stringify(stored);
  const expiries = [...text.matchAll(TOKEN)].map(([, , payload]) => claimsOf(payload!).exp);
  if (expiries.length === 0) throw new Error("The stored session has no ID token that could expire.");
  const isExpiry = (seconds: number): boolean => expiries.some((expiry) => Math.abs(seconds - expiry) < TOLERANCE_S);
  // The numbers first: a changed token must not be searched for numbers. Seconds have 10 digits, milliseconds 13.
  const expired = text
    .replace(/\b(\d{10})(\d{3})?\b/g, (number, seconds: string, millis = "") =>
      isExpiry(Number(seconds)) ? `${Number(seconds) - shift}${millis}` : number,
    )
    .replace(TOKEN, (_, header: string, payload: string) => {
      const { iat, exp, ...others } = claimsOf(payload);
      const claims = { ...others, iat: iat - shift, exp: exp - shift };
      return `${header}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.`;
    });
  return JSON.parse(expired) as StoredSession;
}

function claimsOf(payload: string): { iat: number; exp: number } {
  return JSON.parse(Buffer.from(payload, "base64url").toString()) as { iat: number; exp: number };
}
