import { ATTACHMENT_TYPES } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { fitsType, HEAD_BYTES } from "./content.ts";

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const GOOD: Record<(typeof ATTACHMENT_TYPES)[number], Uint8Array> = {
  "image/jpeg": Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16),
  "image/png": Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0),
  "image/gif": text("GIF89a..."),
  "image/webp": text("RIFF\u0001\u0002\u0003\u0004WEBPVP8 "),
  "application/pdf": text("%PDF-1.7"),
  "application/json": text('{"a": "ä"}'),
  "text/plain": text("2026-01-01 ä went wrong"),
};
const HTML = text("<html><script>alert(1)</script>");

describe("the first bytes of a file", () => {
  it.each(ATTACHMENT_TYPES)("of type %s are known", (type) => {
    expect(fitsType(type, GOOD[type])).toBe(true);
  });

  it.each(ATTACHMENT_TYPES.filter((type) => type !== "text/plain" && type !== "application/json"))(
    "give away a page that says it is %s",
    (type) => {
      expect(fitsType(type, HTML)).toBe(false);
      expect(fitsType(type, new Uint8Array())).toBe(false);
    },
  );

  it("of a text are UTF-8 without NUL, cut off anywhere", () => {
    expect(fitsType("text/plain", Uint8Array.of(0x61, 0, 0x62))).toBe(false);
    expect(fitsType("text/plain", Uint8Array.of(0x61, 0xff))).toBe(false);
    expect(fitsType("text/plain", Uint8Array.of(0x61, 0xc3))).toBe(false);
    const cut = text("a".repeat(HEAD_BYTES - 1).concat("ä")).slice(0, HEAD_BYTES);
    expect(fitsType("text/plain", cut)).toBe(true);
  });

  it("fit no other type", () => {
    expect(fitsType("text/html", HTML)).toBe(false);
    expect(fitsType("toString", HTML)).toBe(false);
  });
});
