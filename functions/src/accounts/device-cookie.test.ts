import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { deviceCookie, type KnownDevice, readDeviceCookie } from "./device-cookie.ts";

const key = randomBytes(32);
const device: KnownDevice = { uid: "some-uid", id: "some-device", issuedAt: Date.UTC(2026, 0, 1) };
const DAY_MS = 24 * 60 * 60 * 1000;
const dayAfter = device.issuedAt + DAY_MS;
const sentCookie = deviceCookie(device, key, true).split(";")[0]!;

describe("the cookie of a known device", () => {
  it("is read as it was written, also among other cookies", () => {
    for (const cookies of [sentCookie, `a=1; ${sentCookie}`, `${sentCookie};b=2`])
      expect(readDeviceCookie(cookies, key, dayAfter)).toEqual(device);
  });

  it("lasts for 90 days", () => {
    expect(readDeviceCookie(sentCookie, key, device.issuedAt + 90 * DAY_MS - 1)).toEqual(device);
    expect(readDeviceCookie(sentCookie, key, device.issuedAt + 90 * DAY_MS)).toBeNull();
  });

  it("is ignored without a valid signature", () => {
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
      expect(readDeviceCookie(`__session=${value}`, key, dayAfter)).toBeNull();
    expect(readDeviceCookie(sentCookie, randomBytes(32), dayAfter)).toBeNull();
    expect(readDeviceCookie(`x${sentCookie}`, key, dayAfter)).toBeNull();
    expect(readDeviceCookie(undefined, key, dayAfter)).toBeNull();
  });

  it("is hidden from scripts, other sites and other calls, and sent over HTTPS only, except locally", () => {
    const attributes = "; Path=/api/auth; Max-Age=7776000; HttpOnly; SameSite=Strict";
    expect(deviceCookie(device, key, true)).toBe(`${sentCookie}${attributes}; Secure`);
    expect(deviceCookie(device, key, false)).toBe(`${sentCookie}${attributes}`);
  });
});
