import { createIssueSchema, credentialsSchema, deleteSchema, LIMITS, MESSAGES, stepSchema } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { parseWith, readJson, sizeProblem } from "./parse.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const json = { contentType: "application/json; charset=utf-8" };

describe("a body", () => {
  it("may have 256 KB; one byte more is 413", () => {
    expect(sizeProblem(LIMITS.bodyBytes)).toBeNull();
    expect(sizeProblem(LIMITS.bodyBytes + 1)).toMatchObject({ code: "too-large" });
  });

  it("is refused if it is not JSON", () => {
    for (const body of ["{", "not json", '{"a":1}x'])
      expect(readJson({ ...json, bytes: bytes(body) })).toMatchObject({ code: "bad-json" });
    expect(readJson({ ...json, bytes: Uint8Array.of(0x22, 0xff, 0x22) })).toMatchObject({ code: "bad-json" });
  });

  it("is refused if it has another content type", () => {
    for (const contentType of ["text/plain", "application/jsonp", undefined])
      expect(readJson({ contentType, bytes: bytes("{}") })).toMatchObject({ code: "unsupported-type" });
  });

  it("counts as an empty object if it is missing", () => {
    expect(readJson({ contentType: undefined, bytes: undefined })).toEqual({ json: {} });
  });
});

describe("input that a schema refuses", () => {
  it.each([[null], [[]], ["text"], [3]])("is reported as not an object: %j", (input) => {
    expect(parseWith(deleteSchema, input)).toMatchObject({
      code: "bad-request",
      error: "Please send one JSON object.",
    });
  });

  it("is reported by name if it is an unknown field", () => {
    expect(parseWith(deleteSchema, { isAdmin: true })).toMatchObject({ error: expect.stringContaining('"isAdmin"') });
    expect(parseWith(deleteSchema, JSON.parse('{"__proto__":{"isAdmin":true}}'))).toMatchObject({
      error: expect.stringContaining('"__proto__"'),
    });
  });

  it("has a code of its own if credentials are empty", () => {
    expect(parseWith(credentialsSchema, { username: " ", password: "x" })).toMatchObject({
      code: "missing-fields",
      error: MESSAGES.fillAllFields,
    });
  });

  it("is explained by the schema's message", () => {
    expect(parseWith(stepSchema, { status: "DONE" })).toMatchObject({
      error: expect.stringMatching(/^status must be one of OPEN, .+\.$/),
    });
    expect(parseWith(stepSchema, { status: "OPEN", userId: "x".repeat(201) })).toMatchObject({
      code: "bad-request",
      error: expect.stringMatching(/[.]$/),
    });
  });

  it("is refused in the same way if it is nested deeply", () => {
    const deep = JSON.parse(`{"type":${"[".repeat(100_000)}${"]".repeat(100_000)}}`) as unknown;
    expect(parseWith(createIssueSchema, deep)).toMatchObject({ code: "bad-request" });
  });
});
