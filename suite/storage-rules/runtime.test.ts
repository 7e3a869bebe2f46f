import { describe, expect, test } from "vitest";
import { Conversation, inBucket } from "./testing.ts";

const documentPath = (id: string) => `/databases/(default)/documents/members/${id}`;
const createDocument = (id: string, fields?: object) => ({ name: `projects/p${documentPath(id)}`, fields });

/** Rules that need the member documents whose ids are in the object's path. */
const RULES = inBucket(
  "match /one/{id} { allow get: if firestore.get(/databases/(default)/documents/members/$(id)).data.ok; }",
  "match /exists/{id} { allow get: if firestore.exists(/databases/(default)/documents/members/$(id)); }",
  "match /two/{a}/{b} { allow get: if ok(a) && ok(b) && ok(a); }",
  "match /three/{a}/{b}/{c} { allow get: if ok(a) && ok(b) && ok(c); }",
  "match /gone/{id} { allow get: if firestore.get(/databases/(default)/documents/members/$(id)) == null; }",
  "function ok(id) { return firestore.get(/databases/(default)/documents/members/$(id)).data.ok; }",
);

function startConversation(): Conversation {
  const conversation = new Conversation();
  expect(conversation.load(RULES)).toEqual({
    id: 0,
    status: "ok",
    errors: [],
    warnings: [],
    result: { rulesVersion: 2 },
  });
  return conversation;
}

describe("documents", () => {
  test("are requested under the request's own id, and the response decides", () => {
    const conversation = startConversation();
    expect(conversation.verify({ id: 7, path: "one/u1" })).toEqual({
      action: "fetch_firestore_document",
      server_request_id: 7,
      context: { path: documentPath("u1") },
    });
    const response = conversation.say({
      id: 7,
      status: "ok",
      result: createDocument("u1", { ok: { booleanValue: true } }),
    });
    expect(response).toEqual({ id: 7, status: "ok", errors: [], warnings: [], result: { permit: true } });
  });

  test("are fetched separately for two requests at the same time", () => {
    const conversation = startConversation();
    conversation.verify({ id: 1, path: "one/u1" });
    conversation.verify({ id: 2, path: "one/u2" });
    const permittedResponse = conversation.say({
      id: 2,
      status: "ok",
      result: createDocument("u2", { ok: { booleanValue: true } }),
    });
    const deniedResponse = conversation.say({
      id: 1,
      status: "ok",
      result: createDocument("u1", { ok: { booleanValue: false } }),
    });
    expect([permittedResponse.result?.permit, deniedResponse.result?.permit]).toEqual([true, false]);
  });

  test("are fetched once each, and two at most for a decision", () => {
    /** Answers the first `count` fetches of one decision. */
    const answerFetches = (path: string, count: number) => {
      const conversation = startConversation();
      let response = conversation.verify({ path });
      const requestedPaths: (string | undefined)[] = [];
      for (let index = 0; index < count; index += 1) {
        requestedPaths.push(response.context?.path);
        response = conversation.say({
          id: 1,
          status: "ok",
          result: createDocument("x", { ok: { booleanValue: true } }),
        });
      }
      return { requestedPaths, response };
    };
    const decisionOnTwo = answerFetches("two/u1/u2", 2);
    expect(decisionOnTwo.requestedPaths).toEqual([documentPath("u1"), documentPath("u2")]);
    expect(decisionOnTwo.response.result?.permit).toBe(true);
    const responseOnThree = answerFetches("three/u1/u2/u3", 2).response;
    expect(responseOnThree.result?.permit).toBe(false);
    expect(responseOnThree.warnings?.[0]).toContain("Storage rules may read 2 documents at most.");
  });

  test.each([
    ["one/u1", "not_found", false],
    ["one/u1", "invalid_state", false],
    ["exists/u1", "not_found", false],
    ["exists/u1", "ok", true],
    ["gone/u1", "not_found", false],
  ])("permit reading the object %s after a fetch with the status %s: %s", (path, status, expected) => {
    const conversation = startConversation();
    conversation.verify({ path });
    const response = conversation.say({ id: 1, status, ...(status === "ok" ? { result: createDocument("u1") } : {}) });
    expect(response.result?.permit).toBe(expected);
  });

  test("are requested by a path in which the id is encoded", () => {
    expect(startConversation().verify({ path: "one/a?b#c été" }).context?.path).toBe(
      documentPath("a%3Fb%23c%20%C3%A9t%C3%A9"),
    );
  });

  test.each([
    "id",
    "/members/$(id)",
    "/databases/(default)/documents/members",
    "/databases/(default)/documents/a/b/c",
    // In the address of a fetch, these ids would lead to another document.
    "/databases/(default)/documents/members/$('.')",
    "/databases/(default)/documents/members/$('..')",
    "/databases/(default)/documents/members/$('a/b')",
  ])("are not fetched for %s, which is no document's path", (path) => {
    const conversation = new Conversation();
    conversation.load(inBucket(`match /{id} { allow get: if firestore.get(${path}) != null; }`));
    expect(conversation.verify().warnings?.[0]).toContain("firestore.get() takes a path");
  });
});

describe("a wrong message gets a response of status ok with an error, which denies", () => {
  const wrongMessages: readonly (readonly [string, object])[] = [
    ["an unknown action", { id: 4, action: "unload" }],
    ["a document that was not requested", { id: 4, status: "ok", result: createDocument("u1") }],
    ["a ruleset that isn't loaded", { id: 4, action: "verify", context: { rulesetName: "9" } }],
    ["no context", { id: 4, action: "verify" }],
    [
      "a value of an unknown kind",
      {
        id: 4,
        action: "verify",
        context: { rulesetName: "0", path: "/b", method: "get", variables: { request: { bytes_value: "" } } },
      },
    ],
    ["two files", { id: 4, action: "load_ruleset", context: { rulesetName: "1", source: { files: [{}, {}] } } }],
  ];

  test.each(wrongMessages)("%s", (_, message) => {
    const response = startConversation().say(message);
    expect(response).toMatchObject({ id: 4, status: "ok" });
    expect(response.errors).toHaveLength(1);
  });

  test("a document that can't be read", () => {
    const conversation = startConversation();
    conversation.verify({ path: "one/u1" });
    const response = conversation.say({
      id: 1,
      status: "ok",
      result: createDocument("u1", { ok: { unknownValue: 1 } }),
    });
    expect(response).toMatchObject({
      id: 1,
      status: "ok",
      errors: [expect.stringContaining("a value of an unknown kind")],
    });
  });
});
