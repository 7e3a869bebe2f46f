import { describe, expect, test } from "vitest";
import { Conversation, inBucket } from "./testing.ts";

const problemsOf = (source: string) => new Conversation().load(source, "/project/storage.rules").errors;
/** The problems of rules in which this condition begins on line 5, column 17. */
const problemsOfCondition = (condition: string) =>
  problemsOf(inBucket("match /{path=**} {", `  allow get: if ${condition};`, "}"));

describe("a file that this runtime doesn't support is refused when it is loaded, with file, line and column", () => {
  test.each([
    ["true ||", "5:24: mismatched input ';'"],
    ["hashing.md5('a') == null", "5:17: The function hashing.md5() isn't declared here"],
    ["math.abs(-1) == 1", "5:17: The function math.abs()"],
    ["debug(true)", "5:17: The function debug()"],
    ["getAfter(/a/b) == null", "5:17: The function getAfter()"],
    ["get(/databases/(default)/documents/a/b).data.c", "5:17: The function get()"],
    ["firestore.getAfter(/a/b) == null", "5:17: The function firestore.getAfter()"],
    ["firestore.get() == null", "5:17: The function firestore.get() doesn't take 0 arguments."],
    ["'a'.replace('a', 'b') == 'b'", "5:17: The method replace() isn't supported here."],
    ["'a'.split('') == ['a']", "5:17: The method split() isn't supported here."],
    ["'a'.size(1) == 1", "5:17: The method size() doesn't take 1 arguments."],
    ["'a'.matches('(')", "5:17: The pattern can't be read: "],
    ["'a'.matches('(?=a)')", "5:17: The pattern can't be read: "],
    ["true || missing", "5:25: There is no variable missing here."],
    ["nowhere()", "5:17: The function nowhere()"],
    ["1 is set", "5:17: The type set isn't supported here."],
    ["b'\\001' == null", "5:17: The literal b'\\001' isn't supported here."],
    ["/a%20b == /a", "5:17: The path segment /a%20b isn't supported here."],
    ["'abc'[1:2] == 'b'", "5:17: The slice 'abc'[1:2] isn't supported here."],
    ["'abc'[1:] == 'bc'", "5:17: The slice 'abc'[1:] isn't supported here."],
    ["9223372036854775808 > 0", "5:17: The integer 9223372036854775808 doesn't fit into 64 bits."],
    ["[1, {'a': (2 is vector)}] == null", "5:28: The type vector isn't supported here."],
  ])("%s", (condition, problem) => {
    expect(problemsOfCondition(condition)?.[0]).toContain(`/project/storage.rules:${problem}`);
  });

  test.each([
    ["service firebase.storage { match /a { allow get; } }", "1:1: The file must start with rules_version = '2';."],
    ["rules_version = '1';\nservice firebase.storage { match /a { allow get; } }", "1:1: The file must start with"],
    [
      "rules_version = '2';\nservice cloud.firestore { match /a { allow get; } }",
      "2:1: The file must hold one service",
    ],
    [inBucket("allow peek: if true;"), "4:7: There is no operation peek to allow."],
    [inBucket("function f() { return 1; }", "function f() { return 2; }"), "5:1: The function f is already declared."],
    [inBucket("function f(a) { return a; }", "allow get: if f();"), "5:15: The function f() doesn't take 0 arguments."],
    [
      inBucket("function f() { let a = b; let b = 1; return a; }", "allow get: if f();"),
      "4:24: There is no variable b",
    ],
    [
      inBucket("function f() { return id; }", "match /{id} { allow get: if f(); }"),
      "4:23: There is no variable id here.",
    ],
    [inBucket("function f(a) { let a = 1; return a; }", "allow get: if f(1);"), "4:1: The name a is bound twice."],
    ["", "1:1: "],
  ])("%j", (source, problem) => {
    expect(problemsOf(source)?.[0]).toContain(`/project/storage.rules:${problem}`);
  });

  test("every unknown name is reported, not only the first", () => {
    expect(problemsOfCondition("one || two")).toHaveLength(2);
  });

  test("a refused file isn't loaded, so nothing is permitted", () => {
    const conversation = new Conversation();
    conversation.load(inBucket("match /{path=**} { allow get: if debug(true); }"));
    expect(conversation.verify()).toMatchObject({ errors: ["There are no storage rules 0 loaded."] });
  });
});

describe("a file that follows the grammar is loaded", () => {
  test.each([
    ["comments and unused functions", inBucket("// a comment", "function f() { /* b */ return 1; }", "allow get;")],
    [
      "functions outside the service",
      `rules_version = "2"; function f() { return true; }${inBucket("allow get: if f();").slice("rules_version = '2';".length)}`,
    ],
    ["the smallest int", inBucket("allow get: if -9223372036854775808 < 0;")],
    ["text in any script", inBucket("allow get: if 'été 😀'.size() == 6;")],
  ])("%s", (_, source) => {
    expect(problemsOf(source)).toEqual([]);
  });
});
