import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { IS_EMULATED } from "../http/environment.ts";
import { limitsKey } from "../limits/counters.ts";

/** A browser in which a member has signed in: its member, its id, and when its cookie was issued (milliseconds). */
export interface KnownDevice {
  uid: string;
  id: string;
  issuedAt: number;
}

const DAY_SECONDS = 24 * 60 * 60;
const MAX_AGE_SECONDS = 90 * DAY_SECONDS;
// Firebase Hosting forwards only the cookie with this name.
const COOKIE_NAME = "__session";

/** The headers that make a browser a known device of the member. A browser that is known (`device`) keeps its id. */
export async function rememberDevice(uid: string, device: KnownDevice | null): Promise<Record<string, string>> {
  const renewedDevice = { uid, id: device?.id ?? randomUUID(), issuedAt: Date.now() };
  const cookie = deviceCookie(renewedDevice, await limitsKey(), { isSecure: !IS_EMULATED });
  // Firebase Hosting removes cookies from responses that are not `private`.
  return { "set-cookie": cookie, "cache-control": "private, no-store" };
}

/** The Set-Cookie header of a device. The browser sends the cookie only to the calls under /api/auth. */
export function deviceCookie(device: KnownDevice, key: Buffer, { isSecure }: { isSecure: boolean }): string {
  const { uid, id, issuedAt } = device;
  const content = Buffer.from(JSON.stringify([uid, id, issuedAt])).toString("base64url");
  const value = `${content}.${sign(content, key).toString("base64url")}`;
  const attributes = `Path=/api/auth; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
  return `${COOKIE_NAME}=${value}; ${attributes}`;
}

/** The device in a Cookie header; `null` if the device's cookie is missing, not signed with the key, or expired. */
export function readDeviceCookie(cookies: string | undefined, key: Buffer, now: number): KnownDevice | null {
  const value = new RegExp(`(?:^|;)\\s*${COOKIE_NAME}=([^;]+)`).exec(cookies ?? "")?.[1];
  const [content = "", encodedSignature = ""] = value?.split(".") ?? [];
  const signature = Buffer.from(encodedSignature, "base64url");
  const expectedSignature = sign(content, key);
  if (signature.length !== expectedSignature.length || !timingSafeEqual(signature, expectedSignature)) return null;
  // The signature is valid, so deviceCookie() wrote the content.
  const [uid, id, issuedAt] = JSON.parse(Buffer.from(content, "base64url").toString()) as [string, string, number];
  return issuedAt + MAX_AGE_SECONDS * 1000 > now ? { uid, id, issuedAt } : null;
}

// The same key hashes names and addresses (limits/counters.ts). With the prefix `mark`, no signature equals a hash.
function sign(content: string, key: Buffer): Buffer {
  return createHmac("sha256", key).update(`mark ${content}`).digest();
}
