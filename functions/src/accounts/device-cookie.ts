import { createHmac, timingSafeEqual } from "node:crypto";

/** What a browser keeps after a sign-in: whose it was, an id of the device, and when it was issued (milliseconds). */
export interface Mark {
  uid: string;
  device: string;
  issued: number;
}

const DAY_SECONDS = 24 * 60 * 60;
const KEPT_SECONDS = 90 * DAY_SECONDS;
// Hosting passes no other cookie on.
const NAME = "__session";

/** The Set-Cookie header of a mark. Only the calls that guess at passwords get it back. */
export function markCookie(mark: Mark, key: Buffer, secure: boolean): string {
  const content = Buffer.from(JSON.stringify([mark.uid, mark.device, mark.issued])).toString("base64url");
  const value = `${content}.${signature(content, key).toString("base64url")}`;
  return `${NAME}=${value}; Path=/api/auth; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`;
}

/** The mark in a Cookie header, or `null` when there is none that we signed and that is still young enough. */
export function readMark(cookies: string | undefined, key: Buffer, now: number): Mark | null {
  const value = new RegExp(`(?:^|;)\\s*${NAME}=([^;]+)`).exec(cookies ?? "")?.[1];
  const [content = "", signed = ""] = value?.split(".") ?? [];
  const ours = signature(content, key);
  const theirs = Buffer.from(signed, "base64url");
  if (theirs.length !== ours.length || !timingSafeEqual(theirs, ours)) return null;
  // Nobody else can have signed it, so it is of the form above.
  const [uid, device, issued] = JSON.parse(Buffer.from(content, "base64url").toString()) as [string, string, number];
  return issued + KEPT_SECONDS * 1000 > now ? { uid, device, issued } : null;
}

function signature(content: string, key: Buffer): Buffer {
  return createHmac("sha256", key).update(`mark ${content}`).digest();
}
