import { describe, expect, test } from "vitest";
import { Conversation, inBucket, responseTo, verdictOn } from "./testing.ts";

const isPermitted = (rules: string, path: string, method = "get"): boolean | undefined => {
  const conversation = new Conversation();
  expect(conversation.load(rules).errors).toEqual([]);
  return conversation.verify({ path, method }).result?.permit;
};

describe("the path and the method of an `allow`", () => {
  const rules = inBucket(
    "match /plain/file { allow read; }",
    "match /one/{id} { allow get: if id == 'x'; }",
    "match /many/{rest=**} { allow get: if rest == /a/b || rest[0] == 'only'; }",
    "match /deep/{a} { match /{b} { function isXy() { return a + b == 'xy'; } allow get: if isXy(); } }",
    "match /ends/{rest=**}/last { allow get; }",
    "match /any/{rest=**} { allow write; }",
  );

  test.each([
    ["plain/file", "get", true],
    ["plain/file", "list", true],
    ["plain/file", "create", false],
    ["plain/file/more", "get", false],
    ["plain", "get", false],
    ["one/x", "get", true],
    ["one/y", "get", false],
    ["one/x/y", "get", false],
    ["many/a/b", "get", true],
    ["many/only", "get", true],
    ["many/a", "get", false],
    ["deep/x/y", "get", true],
    ["deep/x", "get", false],
    ["ends/last", "get", true],
    ["ends/a/b/last", "get", true],
    ["ends/a/b", "get", false],
    ["any", "create", true],
    ["any/a/b", "update", true],
    ["any/a", "delete", true],
    ["any/a", "get", false],
    ["any//a", "create", false],
    ["other", "get", false],
  ])("%s: %s is permitted: %s", (path, method, expected) => {
    expect(isPermitted(rules, path, method)).toBe(expected);
  });

  test("one `allow` that holds is enough, wherever it is and even if the others fail", () => {
    const failingMatch = "match /{p=**} { allow get: if null.x; allow get: if false; }";
    expect(isPermitted(inBucket(failingMatch, "match /a { allow get: if true; }"), "a")).toBe(true);
    expect(isPermitted(inBucket("match /a { allow get: if true; }", failingMatch), "a")).toBe(true);
    expect(isPermitted(inBucket(failingMatch), "a")).toBe(false);
  });
});

describe("errors of the rules language", () => {
  test.each([
    ["null.x || true", "true"],
    ["true || null.x", "true"],
    ["null.x || false", "error"],
    ["null.x && false", "false"],
    ["false && null.x", "false"],
    ["null.x && true", "error"],
    ["null.x || null.x", "error"],
    ["!null.x", "error"],
    ["(null.x ? true : true) || true", "true"],
    ["1 == 1.0", "true"],
    ["[1] == [1.0]", "false"],
    ["request.auth.uid == 'a'", "error"],
  ] as const)("%s is %s", (condition, verdict) => {
    expect(verdictOn(condition, { request: { auth: { null_value: null } } })).toBe(verdict);
  });

  test("give file, line and column when they deny", () => {
    const response = responseTo("1 + 'a' == 2");
    expect(response).toMatchObject({ errors: [], result: { permit: false } });
    expect(response.warnings).toEqual(["storage.rules:4:42: + isn't defined for (int, string)."]);
  });
});

describe("functions", () => {
  const isTrue = (body: string, call: string) =>
    isPermitted(inBucket(`function f(a, b) { ${body} }`, `match /x { allow get: if ${call}; }`), "x");

  test.each([
    ["let c = a + b; let d = c * 2; return d;", "f(1, 2) == 6", true],
    ["let unused = a.b.c; return b;", "f(1, true)", true],
    ["let used = a.b.c; return used;", "f(1, true) || true", true],
    ["return b;", "f(null.x, true)", true],
    ["return a;", "f(null.x, true)", false],
    // At most 20 calls may be nested.
    ["return a == 0 ? true : f(a - 1, b);", "f(19, 0)", true],
    ["return a == 0 ? true : f(a - 1, b);", "f(20, 0)", false],
  ])("{ %s } called as %s is %s", (body, call, expected) => {
    expect(isTrue(body, call)).toBe(expected);
  });
});

test("a function sees the names around its declaration, not the names around its call", () => {
  const rules = inBucket(
    "match /{id} {",
    "  function outer() { return id; }",
    "  match /{id} { allow get: if id == 'inner' && outer() == 'outer'; }",
    "}",
  );
  expect(isPermitted(rules, "outer/inner")).toBe(true);
});

describe("an unsupported operation denies, and no operator recovers from it", () => {
  const unsupportedValues = { mapValue: { fields: { place: { geoPointValue: {} }, data: { bytesValue: "" } } } };
  const member = "firestore.get(/databases/(default)/documents/m/1).data.map";
  const decideWithMember = (condition: string) => {
    const conversation = new Conversation();
    expect(conversation.load(inBucket(`match /a { allow get: if ${condition}; }`)).errors).toEqual([]);
    expect(conversation.verify().action).toBe("fetch_firestore_document");
    const result = { name: "projects/p/databases/(default)/documents/m/1", fields: { map: unsupportedValues } };
    return conversation.say({ id: 1, status: "ok", result });
  };

  test.each([
    `${member}.place == null || true`,
    `${member}.data is string || true`,
    `${member} == {'place': 1, 'data': 2} || true`,
    `!(${member}.place in [1])`,
    `${member}.place || true`,
  ])("%s", (condition) => {
    const { errors, result } = decideWithMember(condition);
    expect(errors).toHaveLength(1);
    expect(errors?.[0]).toMatch(/^storage\.rules:4:\d+: (Comparing|Using) .* isn't supported here\.$/);
    expect(result?.permit).not.toBe(true);
  });

  test("a document may contain an unsupported value that is not used", () => {
    expect(decideWithMember(`${member}.keys() == ['data', 'place']`).result?.permit).toBe(true);
  });

  test("a decision evaluates a thousand expressions at most", { timeout: 30_000 }, () => {
    // Parsing such long lists takes seconds on a busy machine.
    // Besides the items, the list, size(), 0 and the comparison are expressions.
    expect(responseTo(`[${"1,".repeat(990)}].size() > 0`).result?.permit).toBe(true);
    expect(responseTo(`[${"1,".repeat(1000)}].size() > 0 || true`).errors).toEqual([
      expect.stringContaining("A decision may evaluate 1,000 expressions at most."),
    ]);
  });
});
