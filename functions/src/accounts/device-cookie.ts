import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * A browser in which a member has signed in: the member, an id of the browser, and the time of issue (milliseconds).
 */
export interface KnownDevice {
  uid: string;
  id: string;
  issuedAt: number;
}

const DAY_SECONDS = 24 * 60 * 60;
const MAX_AGE_SECONDS = 90 * DAY_SECONDS;
// Hosting forwards no other cookie.
const NAME = "__session";

/** The Set-Cookie header of a device. The browser sends the cookie only to the calls under /api/auth. */
export function deviceCookie({ uid, id, issuedAt }: KnownDevice, key: Buffer, isSecure: boolean): string {
  const content = Buffer.from(JSON.stringify([uid, id, issuedAt])).toString("base64url");
  const value = `${content}.${signature(content, key).toString("base64url")}`;
  return `${NAME}=${value}; Path=/api/auth; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
}

/** The device that a Cookie header names; `null` without a cookie that is signed with the key and has not expired. */
export function readDeviceCookie(cookies: string | undefined, key: Buffer, now: number): KnownDevice | null {
  const value = new RegExp(`(?:^|;)\\s*${NAME}=([^;]+)`).exec(cookies ?? "")?.[1];
  const [content = "", encodedSignature = ""] = value?.split(".") ?? [];
  const expected = signature(content, key);
  const received = Buffer.from(encodedSignature, "base64url");
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return null;
  // The signature is valid, so deviceCookie() wrote the content.
  const [uid, id, issuedAt] = JSON.parse(Buffer.from(content, "base64url").toString()) as [string, string, number];
  return issuedAt + MAX_AGE_SECONDS * 1000 > now ? { uid, id, issuedAt } : null;
}

// The same key hashes the subjects of rate limits. The prefix `mark` keeps signatures apart from those hashes.
function signature(content: string, key: Buffer): Buffer {
  return createHmac("sha256", key).update(`mark ${content}`).digest();
}
