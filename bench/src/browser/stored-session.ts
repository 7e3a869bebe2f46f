import type { BrowserContext } from "@playwright/test";

/** What a browser keeps of a site: cookies, localStorage and IndexedDB. */
export type Stored = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** The same without every entry that holds this text: who signed in, but has not seen the list in this browser. */
export function withoutText(stored: Stored, text: string): Stored {
  const keep = (entry: unknown): boolean => !isEntry(entry) || !holds(entry, text);
  return mapJson(stored, (value) => (Array.isArray(value) ? value.filter(keep) : value)) as Stored;
}

function holds(value: unknown, text: string): boolean {
  let found = false;
  mapJson(value, (part) => {
    found ||= typeof part === "string" && part.includes(text);
    return part;
  });
  return found;
}

// Entries of localStorage have a name and a value, records of IndexedDB a value, or one that had to be encoded.
function isEntry(entry: unknown): boolean {
  return typeof entry === "object" && entry !== null && ("value" in entry || "valueEncoded" in entry);
}

/**
 * The same `hours` later, as far as the page can tell: ID tokens, wherever they are kept, have expired, and so say the
 * times kept beside them. The Auth emulator's tokens are unsigned, so theirs can be changed and are refused as expired.
 */
export function withExpiredTokens(stored: Stored, hours: number): Stored {
  const seconds = hours * 3600;
  const ends: number[] = [];
  mapJson(stored, (value) => {
    const exp = typeof value === "string" ? readToken(value)?.claims.exp : undefined;
    if (typeof exp === "number") ends.push(exp);
    return value;
  });
  const near = (time: number): boolean => ends.some((end) => Math.abs(time - end) < CLOCKS_DIFFER_S);
  return mapJson(stored, (value) => {
    if (typeof value === "string") return expireToken(value, seconds);
    if (typeof value !== "number") return value;
    return near(value) ? value - seconds : near(value / 1000) ? value - seconds * 1000 : value;
  }) as Stored;
}

const CLOCKS_DIFFER_S = 120;
const TOKEN = /^(eyJ[\w-]+)\.(eyJ[\w-]+)\.[\w-]*$/;

function readToken(text: string) {
  const [, head, body] = TOKEN.exec(text) ?? [];
  if (head === undefined || body === undefined) return null;
  return { head, claims: JSON.parse(Buffer.from(body, "base64url").toString()) as Record<string, unknown> };
}

function expireToken(text: string, seconds: number): string {
  const token = readToken(text);
  if (token === null) return text;
  const { head, claims } = token;
  for (const name of ["iat", "exp"]) if (typeof claims[name] === "number") claims[name] -= seconds;
  return `${head}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.`;
}

/** Copies a value, each part changed by `change`, parts first; text that is JSON is looked into as well. */
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
