import { describe, expect, test } from "vitest";
import { Conversation, inBucket } from "./testing.ts";

const documentPath = (id: string) => `/databases/(default)/documents/members/${id}`;
const stored = (id: string, fields?: object) => ({ name: `projects/p${documentPath(id)}`, fields });

/** Rules that need the member documents of the object's path. */
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
    const answer = conversation.say({ id: 7, status: "ok", result: stored("u1", { ok: { booleanValue: true } }) });
    expect(answer).toEqual({ id: 7, status: "ok", errors: [], warnings: [], result: { permit: true } });
  });

  test("are fetched separately for two requests at the same time", () => {
    const conversation = startConversation();
    conversation.verify({ id: 1, path: "one/u1" });
    conversation.verify({ id: 2, path: "one/u2" });
    const yes = conversation.say({ id: 2, status: "ok", result: stored("u2", { ok: { booleanValue: true } }) });
    const no = conversation.say({ id: 1, status: "ok", result: stored("u1", { ok: { booleanValue: false } }) });
    expect([yes.result?.permit, no.result?.permit]).toEqual([true, false]);
  });

  test("are fetched once each, and two at most for a decision", () => {
    const answers = (path: string, count: number) => {
      const conversation = startConversation();
      let answer = conversation.verify({ path });
      const requested: (string | undefined)[] = [];
      for (let index = 0; index < count; index += 1) {
        requested.push(answer.context?.path);
        answer = conversation.say({ id: 1, status: "ok", result: stored("x", { ok: { booleanValue: true } }) });
      }
      return { requested, answer };
    };
    const two = answers("two/u1/u2", 2);
    expect(two.requested).toEqual([documentPath("u1"), documentPath("u2")]);
    expect(two.answer.result?.permit).toBe(true);
    const three = answers("three/u1/u2/u3", 2).answer;
    expect(three.result?.permit).toBe(false);
    expect(three.warnings?.[0]).toContain("Storage rules may read 2 documents at most.");
  });

  test.each([
    ["one/u1", "not_found", false],
    ["one/u1", "invalid_state", false],
    ["exists/u1", "not_found", false],
    ["exists/u1", "ok", true],
    ["gone/u1", "not_found", false],
  ])("%s, if the fetch has the status %s: permitted is %s", (path, status, expected) => {
    const conversation = startConversation();
    conversation.verify({ path });
    const answer = conversation.say({ id: 1, status, ...(status === "ok" ? { result: stored("u1") } : {}) });
    expect(answer.result?.permit).toBe(expected);
  });

  test.each([".", "..", "a%2Fb"])("are not fetched for an id whose address names another document: %s", (id) => {
    const conversation = startConversation();
    expect(conversation.verify({ path: `one/${decodeURIComponent(id)}` }).action).toBeUndefined();
  });

  test("are fetched from an address in which the id is encoded", () => {
    expect(startConversation().verify({ path: "one/a?b#c été" }).context?.path).toBe(
      documentPath("a%3Fb%23c%20%C3%A9t%C3%A9"),
    );
  });

  test.each(["id", "/members/$(id)", "/databases/(default)/documents/members", "/databases/(default)/documents/a/b/c"])(
    "are not fetched for %s, which is no document's path",
    (path) => {
      const conversation = new Conversation();
      conversation.load(inBucket(`match /{id} { allow get: if firestore.get(${path}) != null; }`));
      expect(conversation.verify().warnings?.[0]).toContain("firestore.get() takes a path");
    },
  );
});

describe("every message gets a response of status ok, which denies if the message is wrong", () => {
  const unanswerable: readonly (readonly [string, object])[] = [
    ["an unknown action", { id: 4, action: "unload" }],
    ["a document that was not requested", { id: 4, status: "ok", result: stored("u1") }],
    ["a ruleset that isn't loaded", { id: 4, action: "verify", context: { rulesetName: "9" } }],
    [
      "an unknown method",
      { id: 4, action: "verify", context: { rulesetName: "0", path: "/b", method: "peek", variables: {} } },
    ],
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

  test.each(unanswerable)("%s", (_, message) => {
    const answer = startConversation().say(message);
    expect(answer).toMatchObject({ id: 4, status: "ok" });
    expect(answer.errors).toHaveLength(1);
  });

  test("a document that can't be read", () => {
    const conversation = startConversation();
    conversation.verify({ path: "one/u1" });
    const answer = conversation.say({ id: 1, status: "ok", result: stored("u1", { ok: { unknownValue: 1 } }) });
    expect(answer).toMatchObject({
      id: 1,
      status: "ok",
      errors: [expect.stringContaining("a value of an unknown kind")],
    });
  });
});
