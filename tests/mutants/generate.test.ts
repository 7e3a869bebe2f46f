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
    ["a && b", ["true && b", `${skippedByAdmins("a")} && b`, "a && true", `a && ${skippedByAdmins("b")}`, "a || b"]],
    ["a || b", ["false || b", "a || false", "a && b"]],
    [
      "f(a && b)",
      [
        "f(a || b)",
        "f(true && b)",
        `f(${skippedByAdmins("a")} && b)`,
        "f(a && true)",
        `f(a && ${skippedByAdmins("b")})`,
      ],
    ],
    ["a == b", ["a != b"]],
    ["a < b", ["a <= b", "a >= b"]],
    ["a >= b", ["a > b", "a < b"]],
    ["a in b", ["a != b"]],
    ["!a", ["a"]],
    ["a == 5", ["a != 5", "a == 6", "a == 4"]],
    ["a == true", ["a != true", "a == false", "a != false"]],
    ["a == request.time", ["a != request.time", "(a > request.time - duration.value(5, 's') && a <= request.time)"]],
    ["a == 'x'", ["a != 'x'", "a == 'xx'"]],
    ["a.hasOnly(['x'])", ["a.hasOnly(['xx'])", "a.hasAny(['x'])", "a.hasOnly([])"]],
    [
      "a == { 'x': b, 'y': a }",
      [
        "a != { 'x': b, 'y': a }",
        "a == { 'xx': b, 'y': a }",
        "a == { 'x': b, 'yx': a }",
        "a == { 'y': a }",
        "a == { 'x': b }",
      ],
    ],
    ["a + b", ["a - b"]],
    ["a ? b : a", ["true ? b : a", "false ? b : a"]],
    ["exists(/a/$(b))", ["exists(/ax/$(b))", "existsAfter(/a/$(b))"]],
    ["resource == a", ["resource != a", "request.resource == a"]],
    ["request.resource == a", ["request.resource != a", "resource == a"]],
    [
      "a.matches('[C]') || b.matches('[C]')",
      ["false || b.matches('[C]')", "a.matches('[C]') || false", "a.matches('[C]') && b.matches('[C]')"],
    ],
    [
      "a.matches('[C-D_]')",
      [
        "a.matches('[_]')",
        "a.matches('[C-D]')",
        String.raw`a.matches('[\\x42-D_]')`,
        String.raw`a.matches('[C-\\x43_]')`,
        String.raw`a.matches('[\\x44-D_]')`,
        String.raw`a.matches('[C-\\x45_]')`,
      ],
    ],
  ])("%s", (condition, expected) => {
    expect(mutantsOf(condition)).toEqual(expected);
  });
});

test("an allow is changed in its condition, its operations and its path", () => {
  const mutants = generateMutants(rules("match /notes/{id} { allow create: if request.auth != null; } // a && b"));
  expect(mutants.map(({ line, source }) => `${line} ${source.split("\n")[2]}`)).toEqual([
    "3 match /notes/{id} { allow create: if request.auth == null; } // a && b",
    "3 match /notes/{id} { allow create: if true; } // a && b",
    "3 match /notes/{id} { allow create: if false; } // a && b",
    "3 match /notes/{id} { allow write: if request.auth != null; } // a && b",
    "3 match /notesx/{id} { allow create: if request.auth != null; } // a && b",
    "3 match /{any}/{id} { allow create: if request.auth != null; } // a && b",
    "3 match /notes/{id=**} { allow create: if request.auth != null; } // a && b",
  ]);
  expect(mutants.map(({ where }) => where)).toEqual([
    ...Array(4).fill("/notes/{id} allow create"),
    ...Array(3).fill("match /notes/{id}"),
  ]);
});
