import { LIMITS } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { readInlineFile } from "./fetch-attachment.ts";

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

// In the data URLs below, `YQ==` is the letter a in base64.
describe("section 3: a file in a data URL", () => {
  it("is read with all its bytes unchanged", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const file = readInlineFile(`data:image/png;base64,${base64(bytes)}`, "image/png");
    expect(file?.type).toBe("image/png");
    expect(new Uint8Array(await file!.arrayBuffer())).toEqual(bytes);
  });

  it.each([
    ["data:text/plain;charset=utf-8;base64,YQ==", "text/plain"],
    ["DATA:Application/PDF;base64,YQ==", "application/pdf"],
  ])("%s is read as a file of type %s", (data, type) => {
    expect(readInlineFile(data, type)).toMatchObject({ type, size: 1 });
  });

  it("is not read if it is larger than 5 MB", () => {
    const dataUrlOf = (size: number) => `data:text/plain;base64,${base64(new Uint8Array(size))}`;
    expect(readInlineFile(dataUrlOf(LIMITS.attachmentBytes), "text/plain")?.size).toBe(LIMITS.attachmentBytes);
    // In base64, one more byte does not lengthen this file's text, but 100 more bytes do.
    expect(readInlineFile(dataUrlOf(LIMITS.attachmentBytes + 1), "text/plain")).toBeNull();
    expect(readInlineFile(dataUrlOf(LIMITS.attachmentBytes + 100), "text/plain")).toBeNull();
  });

  it.each([
    ["data:text/html;base64,YQ==", "text/html"],
    ["data:text/html;base64,YQ==", "text/plain"],
    ["data:image/svg+xml;base64,YQ==", "image/svg+xml"],
    ["data:image/svg+xml;base64,YQ==", "image/png"],
    ["data:application/octet-stream;base64,YQ==", "application/pdf"],
    ["data:text/plain,hello", "text/plain"],
    ["data:text/plain;base64,%41", "text/plain"],
    ["data:text/plain;base64,", "text/plain"],
    ["javascript:alert(1)//;base64,YQ==", "text/plain"],
    ["https://example.org/a.png", "image/png"],
    [5, "text/plain"],
    [undefined, "text/plain"],
  ])("threat 5: %s is not read as a file of type %s", (data, type) => {
    expect(readInlineFile(data, type)).toBeNull();
  });
});
