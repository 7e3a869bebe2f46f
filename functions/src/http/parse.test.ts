import { createIssueSchema, credentialsSchema, deleteSchema, LIMITS, MESSAGES, stepSchema } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { parseJsonBody, parseWith, sizeProblem } from "./parse.ts";

const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text);
const jsonHeaders = { contentType: "application/json; charset=utf-8" };

describe("a body", () => {
  it("may have 256 KB, but not one byte more", () => {
    expect(sizeProblem(LIMITS.bodyBytes)).toBeNull();
    expect(sizeProblem(LIMITS.bodyBytes + 1)).toMatchObject({ code: "too-large" });
  });

  it("is refused if it is not JSON", () => {
    for (const body of ["{", "not json", '{"a":1}x'])
      expect(parseJsonBody({ ...jsonHeaders, bytes: encodeText(body) })).toMatchObject({ code: "bad-json" });
    const notUtf8 = Uint8Array.of(0x22, 0xff, 0x22);
    expect(parseJsonBody({ ...jsonHeaders, bytes: notUtf8 })).toMatchObject({ code: "bad-json" });
  });

  it("is refused if it has another content type", () => {
    for (const contentType of ["text/plain", "application/jsonp", undefined])
      expect(parseJsonBody({ contentType, bytes: encodeText("{}") })).toMatchObject({ code: "unsupported-type" });
  });

  it("is parsed as an empty object if it is missing", () => {
    expect(parseJsonBody({ contentType: undefined, bytes: undefined })).toEqual({ json: {} });
  });
});

describe("input that a schema refuses", () => {
  it.each([[null], [[]], ["text"], [3]])("is answered with 'Please send one JSON object.' if it is %j", (input) => {
    expect(parseWith(deleteSchema, input)).toMatchObject({
      code: "bad-request",
      error: "Please send one JSON object.",
    });
  });

  it("is answered with the names of its unknown fields", () => {
    expect(parseWith(deleteSchema, { isAdmin: true })).toMatchObject({ error: expect.stringContaining('"isAdmin"') });
    expect(parseWith(deleteSchema, JSON.parse('{"__proto__":{"isAdmin":true}}'))).toMatchObject({
      error: expect.stringContaining('"__proto__"'),
    });
  });

  it("gets the code missing-fields if the username is blank", () => {
    expect(parseWith(credentialsSchema, { username: " ", password: "x" })).toMatchObject({
      code: "missing-fields",
      error: MESSAGES.fillAllFields,
    });
  });

  it("is explained by the schema's message", () => {
    expect(parseWith(stepSchema, { status: "DONE" })).toMatchObject({
      error: expect.stringMatching(/^status must be one of OPEN, .+\.$/),
    });
    const tooLongUserId = "x".repeat(201);
    expect(parseWith(stepSchema, { status: "OPEN", userId: tooLongUserId })).toMatchObject({
      code: "bad-request",
      error: expect.stringMatching(/[.]$/),
    });
  });

  it("is a bad request even if it is nested 100,000 levels deep", () => {
    const deeplyNested = JSON.parse(`{"type":${"[".repeat(100_000)}${"]".repeat(100_000)}}`) as unknown;
    expect(parseWith(createIssueSchema, deeplyNested)).toMatchObject({ code: "bad-request" });
  });
});
