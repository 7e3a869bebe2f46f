import { createIssueSchema, credentialsSchema, deleteSchema, LIMITS, MESSAGES, stepSchema } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { parseWith, readJson, sizeProblem } from "./parse.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const json = { contentType: "application/json; charset=utf-8" };

describe("a body", () => {
  it("of 256 KB is taken, one byte more is 413", () => {
    expect(sizeProblem(LIMITS.bodyBytes)).toBeNull();
    expect(sizeProblem(LIMITS.bodyBytes + 1)).toMatchObject({ code: "too-large" });
  });

  it("that is not JSON is refused with a sentence", () => {
    for (const body of ["{", "not json", '{"a":1}x'])
      expect(readJson({ ...json, bytes: bytes(body) })).toMatchObject({ code: "bad-json" });
    expect(readJson({ ...json, bytes: Uint8Array.of(0x22, 0xff, 0x22) })).toMatchObject({ code: "bad-json" });
  });

  it("of another content type is refused", () => {
    for (const contentType of ["text/plain", "application/jsonp", undefined])
      expect(readJson({ contentType, bytes: bytes("{}") })).toMatchObject({ code: "unsupported-type" });
  });

  it("that is absent is an empty object", () => {
    expect(readJson({ contentType: undefined, bytes: undefined })).toEqual({ json: {} });
  });
});

describe("what a schema refuses", () => {
  it.each([[null], [[]], ["text"], [3]])("%j is no object", (input) => {
    expect(parseWith(deleteSchema, input)).toMatchObject({
      code: "bad-request",
      error: "Please send one JSON object.",
    });
  });

  it("unknown fields are named", () => {
    expect(parseWith(deleteSchema, { isAdmin: true })).toMatchObject({ error: expect.stringContaining('"isAdmin"') });
    expect(parseWith(deleteSchema, JSON.parse('{"__proto__":{"isAdmin":true}}'))).toMatchObject({
      error: expect.stringContaining('"__proto__"'),
    });
  });

  it("empty credentials have a code of their own", () => {
    expect(parseWith(credentialsSchema, { username: " ", password: "x" })).toMatchObject({
      code: "missing-fields",
      error: MESSAGES.fillAllFields,
    });
  });

  it("every other problem is a sentence of the schema", () => {
    expect(parseWith(stepSchema, { status: "DONE" })).toMatchObject({
      error: expect.stringMatching(/^status must be one of OPEN, .+\.$/),
    });
    expect(parseWith(stepSchema, { status: "OPEN", userId: "x".repeat(201) })).toMatchObject({
      code: "bad-request",
      error: expect.stringMatching(/[.]$/),
    });
  });

  it("depth does not break it", () => {
    const deep = JSON.parse(`{"type":${"[".repeat(100_000)}${"]".repeat(100_000)}}`) as unknown;
    expect(parseWith(createIssueSchema, deep)).toMatchObject({ code: "bad-request" });
  });
});
