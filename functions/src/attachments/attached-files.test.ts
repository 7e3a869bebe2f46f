import { ATTACHMENT_TYPES } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { fitsType, HEAD_BYTES, parseAttachedFiles } from "./attached-files.ts";

const fileAt = (url: string) => ({ name: "a.pdf", size: 9, type: "application/pdf" as const, url });

describe("the files of a new report", () => {
  it("determine the id of the report if the request has no id", () => {
    expect(parseAttachedFiles({ attachments: [fileAt("/api/attachments/u1/issue1/f1")] }, "u1", "new-id")).toEqual({
      id: "issue1",
      files: [
        {
          name: "a.pdf",
          size: 9,
          type: "application/pdf",
          ref: { uid: "u1", issueId: "issue1", fileId: "f1" },
        },
      ],
    });
  });

  it("are optional", () => {
    expect(parseAttachedFiles({ id: "chosen-id", attachments: [] }, "u1", "new-id")).toEqual({
      id: "chosen-id",
      files: [],
    });
    expect(parseAttachedFiles({ attachments: [] }, "u1", "new-id")).toEqual({ id: "new-id", files: [] });
  });

  it.each([
    ["of someone else", ["/api/attachments/u2/issue1/f1"]],
    ["of another report", ["/api/attachments/u1/issue2/f1"]],
    ["of which two have the same path", ["/api/attachments/u1/issue1/f1", "/api/attachments/u1/issue1/f1"]],
  ])("%s are refused", (_description, urls) => {
    expect(parseAttachedFiles({ id: "issue1", attachments: urls.map(fileAt) }, "u1", "new-id")).toMatchObject({
      code: "bad-request",
    });
  });
});

const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text);
const VALID_HEADS: Record<(typeof ATTACHMENT_TYPES)[number], Uint8Array> = {
  "image/jpeg": Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16),
  "image/png": Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0),
  "image/gif": encodeText("GIF89a..."),
  "image/webp": encodeText("RIFF\u0001\u0002\u0003\u0004WEBPVP8 "),
  "application/pdf": encodeText("%PDF-1.7"),
  "application/json": encodeText('{"a": "ä"}'),
  "text/plain": encodeText("2026-01-01 ä went wrong"),
};
const HTML = encodeText("<html><script>alert(1)</script>");

describe("the first bytes of a file", () => {
  it.each(ATTACHMENT_TYPES)("are accepted if they fit the type %s", (type) => {
    expect(fitsType(type, VALID_HEADS[type])).toBe(true);
  });

  it.each(ATTACHMENT_TYPES.filter((type) => type !== "text/plain" && type !== "application/json"))(
    "of an HTML page or an empty file are not accepted for the type %s",
    (type) => {
      expect(fitsType(type, HTML)).toBe(false);
      expect(fitsType(type, new Uint8Array())).toBe(false);
    },
  );

  it.each([
    ["UTF-16", Uint8Array.of(0xff, 0xfe, 0x61, 0)],
    ["Latin-1", Uint8Array.of(0x63, 0x61, 0x66, 0xe9)],
    ["nothing but NUL", new Uint8Array(HEAD_BYTES)],
  ])("of a text file may be %s", (_, head) => {
    expect(fitsType("text/plain", head)).toBe(true);
  });

  it("of a PDF may have other lines before the marker %PDF-, which must be in the first kilobyte", () => {
    expect(fitsType("application/pdf", encodeText(`${"\n".repeat(1000)}%PDF-1.4`))).toBe(true);
    expect(fitsType("application/pdf", encodeText(`${"\n".repeat(1020)}%PDF-1.4`))).toBe(false);
  });

  it("are never accepted for a type that may not be attached", () => {
    expect(fitsType("text/html", HTML)).toBe(false);
    expect(fitsType("toString", HTML)).toBe(false);
  });
});
