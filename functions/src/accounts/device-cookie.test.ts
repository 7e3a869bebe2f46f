import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Mark, markCookie, readMark } from "./device-cookie.ts";

const key = randomBytes(32);
const mark: Mark = { uid: "some-uid", device: "some-device", issued: Date.UTC(2026, 0, 1) };
const DAY_MS = 24 * 60 * 60 * 1000;
const soon = mark.issued + DAY_MS;
const sent = markCookie(mark, key, true).split(";")[0]!;

describe("the mark of a known device", () => {
  it("is read as it was written, among other cookies too", () => {
    for (const cookies of [sent, `a=1; ${sent}`, `${sent};b=2`]) expect(readMark(cookies, key, soon)).toEqual(mark);
  });

  it("lasts for 90 days", () => {
    expect(readMark(sent, key, mark.issued + 90 * DAY_MS - 1)).toEqual(mark);
    expect(readMark(sent, key, mark.issued + 90 * DAY_MS)).toBeNull();
  });

  it("counts only as we signed it", () => {
    const [content = "", signature = ""] = sent.replace("__session=", "").split(".");
    const other = Buffer.from(JSON.stringify(["other-uid", mark.device, mark.issued])).toString("base64url");
    for (const value of [
      `${other}.${signature}`,
      content,
      `${content}.`,
      `.${signature}`,
      `${signature}.${content}`,
      "",
    ])
      expect(readMark(`__session=${value}`, key, soon)).toBeNull();
    expect(readMark(sent, randomBytes(32), soon)).toBeNull();
    expect(readMark(`x${sent}`, key, soon)).toBeNull();
    expect(readMark(undefined, key, soon)).toBeNull();
  });

  it("is out of reach for scripts, other sites and other calls, and over HTTPS only where there is that", () => {
    const rest = "; Path=/api/auth; Max-Age=7776000; HttpOnly; SameSite=Strict";
    expect(markCookie(mark, key, true)).toBe(`${sent}${rest}; Secure`);
    expect(markCookie(mark, key, false)).toBe(`${sent}${rest}`);
  });
});
