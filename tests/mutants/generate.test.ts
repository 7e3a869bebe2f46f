import { describe, expect, test } from "vitest";
import { generateMutants } from "./generate.ts";

const rules = (...lines: string[]): string =>
  `rules_version = '2';\nservice cloud.firestore { match /databases/{db}/documents {\n${lines.join("\n")}\n} }\n`;

/** All mutants of a condition. */
const mutantsOf = (condition: string): string[] => {
  const source = rules(`function f(a, b) { return ${condition}; }`);
  return generateMutants(source).map((mutant) => /return (.*); \}/s.exec(mutant.source)![1]!);
};

/** The condition, changed so that admins need not meet it. */
const skippedByAdmins = (condition: string): string => `(me().isAdmin == true || ${condition})`;

describe("a condition is changed in one place", () => {
  test.each<[string, string[]]>([
    ["a && b", [`${skippedByAdmins("a")} && b`, `a && ${skippedByAdmins("b")}`, "b", "a || b", "a"]],
    ["isAdmin() && b", ["b", "isAdmin() || b", "isAdmin()"]],
    ["a || b || a", ["b || a", "a && b || a", "a || a", "a || b && a", "a || b"]],
    ["a == b", ["a != b"]],
    ["a < b", ["a <= b", "a >= b"]],
    ["a >= b", ["a > b", "a < b"]],
    ["a in b", ["!(a in b)"]],
    ["a is int", ["!(a is int)"]],
    ["!a", ["a"]],
    ["a == 5", ["a != 5", "a == 6", "a == 4"]],
    ["a == true", ["a != true", "a != false", "a == false"]],
    ["a == request.time", ["a != request.time", "(a > request.time - duration.value(5, 's') && a <= request.time)"]],
    ["a == b.username", ["a != b.username", "a.lower() == b.username.lower()"]],
    ["a == 'x'", ["a != 'x'", "a == 'xx'"]],
    ["a.hasOnly(['x'])", ["a.hasAny(['x'])", "a.hasOnly([])", "a.hasOnly(['xx'])"]],
    ["a + b", ["a - b"]],
    ["a ? b : a", ["true ? b : a", "false ? b : a", "a ? a : b"]],
    ["exists(/a/$(b))", ["existsAfter(/a/$(b))", "exists(/ax/$(b))"]],
    ["resource == a", ["resource != a", "request.resource == a"]],
    ["request.resource == a", ["request.resource != a", "resource == a"]],
  ])("%s", (condition, expected) => {
    expect(mutantsOf(condition)).toEqual(expected);
  });
});

describe("an allow is changed", () => {
  const source = rules("match /notes/{id} { allow create: if request.auth != null; }");
  const descriptions = generateMutants(source).map(
    ({ line, where, before, after }) => `${line} ${where}: ${before} → ${after}`,
  );

  test("in its path, its operations and its condition, which also becomes `true` and `false`", () => {
    expect(descriptions).toEqual([
      "3 /notes/{id}: /notes/{id} → /notesx/{id}",
      "3 /notes/{id}: /notes/{id} → /{any}/{id}",
      "3 /notes/{id}: /notes/{id} → /notes/{id=**}",
      "3 /notes/{id} allow create: create → write",
      "3 /notes/{id} allow create: the condition → true",
      "3 /notes/{id} allow create: the condition → false",
      "3 /notes/{id} allow create: request.auth != null → request.auth == null",
    ]);
  });
});

test("a mutant changes the right place in a file with an emoji, which JavaScript counts as two characters", () => {
  const [mutant] = generateMutants(rules("// 🦎", "function f(a) { return !a; }"));
  expect(mutant!.source).toContain("// 🦎\nfunction f(a) { return a; }");
});
