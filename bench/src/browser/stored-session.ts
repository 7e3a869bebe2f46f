import type { BrowserContext } from "@playwright/test";

/** The data that a browser stores for a site: cookies, localStorage and IndexedDB. */
export type StoredSession = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** The session without the entries that contain this text. With the title of a report, this removes the stored list. */
export function withoutText(stored: StoredSession, text: string): StoredSession {
  const keep = (entry: unknown): boolean => !isEntry(entry) || !contains(entry, text);
  return mapJson(stored, (value) => (Array.isArray(value) ? value.filter(keep) : value)) as StoredSession;
}

function contains(value: unknown, text: string): boolean {
  let found = false;
  mapJson(value, (part) => {
    found ||= typeof part === "string" && part.includes(text);
    return part;
  });
  return found;
}

// Entries of localStorage and IndexedDB have `value`, or `valueEncoded` if Playwright had to encode it.
function isEntry(entry: unknown): boolean {
  return typeof entry === "object" && entry !== null && ("value" in entry || "valueEncoded" in entry);
}

/**
 * The session `hours` later: all ID tokens and the expiry times stored with them are moved into the past. This works
 * because the tokens of the Auth emulator are unsigned: the function refuses the changed tokens as expired.
 */
export function withExpiredTokens(stored: StoredSession, hours: number): StoredSession {
  const shift = hours * 3600;
  const expiries: number[] = [];
  mapJson(stored, (value) => {
    const exp = typeof value === "string" ? readToken(value)?.claims.exp : undefined;
    if (typeof exp === "number") expiries.push(exp);
    return value;
  });
  const isExpiry = (seconds: number): boolean => expiries.some((expiry) => Math.abs(seconds - expiry) < TOLERANCE_S);
  return mapJson(stored, (value) => {
    if (typeof value === "string") return expireToken(value, shift);
    if (typeof value !== "number") return value;
    if (isExpiry(value)) return value - shift;
    return isExpiry(value / 1000) ? value - shift * 1000 : value;
  }) as StoredSession;
}

const TOLERANCE_S = 120;
const TOKEN = /^(eyJ[\w-]+)\.(eyJ[\w-]+)\.[\w-]*$/;

function readToken(text: string) {
  const [, header, payload] = TOKEN.exec(text) ?? [];
  if (header === undefined || payload === undefined) return null;
  return { header, claims: JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown> };
}

function expireToken(text: string, seconds: number): string {
  const token = readToken(text);
  if (token === null) return text;
  const { header, claims } = token;
  for (const name of ["iat", "exp"]) if (typeof claims[name] === "number") claims[name] -= seconds;
  return `${header}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.`;
}

/** Copies a value and applies `change` to each part, inner parts first. A text that is JSON is changed inside too. */
function mapJson(value: unknown, change: (value: unknown) => unknown): unknown {
  if (typeof value === "string" && /^[[{]/.test(value)) {
    try {
      return JSON.stringify(mapJson(JSON.parse(value), change));
    } catch {
      return change(value);
    }
  }
  if (Array.isArray(value)) return change(value.map((part) => mapJson(part, change)));
  if (typeof value !== "object" || value === null) return change(value);
  return change(Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapJson(part, change)])));
}
