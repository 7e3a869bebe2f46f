import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { deviceCookie, type KnownDevice, readDeviceCookie } from "./device-cookie.ts";

const key = randomBytes(32);
const device: KnownDevice = { uid: "some-uid", id: "some-device", issuedAt: Date.UTC(2026, 0, 1) };
const DAY_MS = 24 * 60 * 60 * 1000;
const aDayLater = device.issuedAt + DAY_MS;
const sentCookie = deviceCookie(device, key, { isSecure: true }).split(";")[0]!;

describe("the cookie of a known device", () => {
  it("gives the device for which it was issued, alone or among other cookies", () => {
    for (const cookies of [sentCookie, `a=1; ${sentCookie}`, `${sentCookie};b=2`])
      expect(readDeviceCookie(cookies, key, aDayLater)).toEqual(device);
  });

  it("is valid for 90 days", () => {
    expect(readDeviceCookie(sentCookie, key, device.issuedAt + 90 * DAY_MS - 1)).toEqual(device);
    expect(readDeviceCookie(sentCookie, key, device.issuedAt + 90 * DAY_MS)).toBeNull();
  });

  it("is ignored without a valid signature or under another name", () => {
    const [content = "", signature = ""] = sentCookie.replace("__session=", "").split(".");
    const otherContent = Buffer.from(JSON.stringify(["other-uid", device.id, device.issuedAt])).toString("base64url");
    for (const value of [
      `${otherContent}.${signature}`,
      content,
      `${content}.`,
      `.${signature}`,
      `${signature}.${content}`,
      "",
    ])
      expect(readDeviceCookie(`__session=${value}`, key, aDayLater)).toBeNull();
    expect(readDeviceCookie(sentCookie, randomBytes(32), aDayLater)).toBeNull();
    expect(readDeviceCookie(`x${sentCookie}`, key, aDayLater)).toBeNull();
    expect(readDeviceCookie(undefined, key, aDayLater)).toBeNull();
  });

  it("is limited to /api/auth, hidden from scripts and other sites, and has `Secure` only with `isSecure`", () => {
    // 7,776,000 seconds are 90 days.
    const attributes = "; Path=/api/auth; Max-Age=7776000; HttpOnly; SameSite=Strict";
    expect(deviceCookie(device, key, { isSecure: true })).toBe(`${sentCookie}${attributes}; Secure`);
    expect(deviceCookie(device, key, { isSecure: false })).toBe(`${sentCookie}${attributes}`);
  });
});
