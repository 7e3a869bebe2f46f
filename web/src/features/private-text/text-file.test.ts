import { describe, expect, it } from "vitest";
import { decodeText, encodeText } from "./text-file.ts";

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));

describe("a text file", () => {
  it.each([
    ["UTF-8", "c3a4f09f98800d0a"],
    ["UTF-8 with a byte order mark", "efbbbf61"],
    ["UTF-16, little endian", "fffee4003dd800de0d000a00"],
    ["UTF-16, big endian", "feff00e4d83dde00000d000a"],
    ["nothing but a byte order mark", "fffe"],
  ])("in %s is written again byte by byte", (_, hex) => {
    const file = decodeText(bytes(hex));
    expect(Buffer.from(encodeText(file!)).toString("hex")).toBe(hex);
  });

  it.each([
    ["Latin-1", "636166e9"],
    ["UTF-16 without a byte order mark", "61006200"],
    ["UTF-16 with half a character", "fffe610062"],
    ["UTF-16 with a lone surrogate", "fffe3dd86100"],
    ["binary", "00ff10"],
  ])("in %s is left alone", (_, hex) => {
    expect(decodeText(bytes(hex))).toBeNull();
  });
});
