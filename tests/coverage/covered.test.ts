import { describe, expect, test } from "vitest";
import { type Covered, covered, missing } from "./covered.ts";
import { type CoveragePart, coverFirestore } from "./firestore.ts";

const SOURCE = "// 🦎\nfunction f(a) { return g(a.b) && h(); }\nmatch /notes/{id} {\n  allow get, list: if f(id); }";
const at = (text: string) => SOURCE.indexOf(text);

describe("an expression", () => {
  test("has its line, its text and what holds it", () => {
    const start = at("g(a.b)");
    expect(covered(SOURCE, start, start + 6)).toMatchObject({ line: 2, where: "f()", text: "g(a.b)" });
  });

  test("of an allow is held by its path and operations", () => {
    const start = at("f(id)");
    expect(covered(SOURCE, start, start + 5)).toMatchObject({ line: 4, where: "/notes/{id} allow get, list" });
  });

  const came = (...values: ("true" | "false" | "value")[]): Covered => ({
    ...covered(SOURCE, 0, 1),
    came: new Set(values),
  });
  test.each([
    [came(), ["evaluated"]],
    [came("value"), []],
    [came("true"), ["false"]],
    [came("false"), ["true"]],
    [came("true", "false"), []],
  ])("lacks what it has not come to", (expression, expected) => {
    expect(missing(expression)).toEqual(expected);
  });
});

describe("the emulator's reports", () => {
  const part = (source: string, start: number, end: number, values: Record<string, unknown>[]): CoveragePart => ({
    test: "f",
    report: {
      rules: { files: [{ content: source }] },
      report: [
        {
          sourcePosition: { line: 2, currentOffset: start, endOffset: end },
          values: values.map((value) => ({ value })),
        },
      ],
    },
  });
  // Counted in code points, of which the emoji is one.
  const call = at("g(a.b)") - 1;
  const bare = at("h()") - 1;

  test("are added up, closing brackets put back", () => {
    const parts = [
      part(SOURCE, call, call + 4, [{ boolValue: true }]),
      part(SOURCE, call, call + 4, [{ boolValue: false }, {}]),
      part(SOURCE, bare, bare, [{ stringValue: "x" }]),
    ];
    expect(coverFirestore(SOURCE, parts).map(({ text, came }) => [text, [...came]])).toEqual([
      ["g(a.b)", ["true", "false"]],
      ["h()", ["value"]],
    ]);
  });

  test("an error, or an operand that did not decide, is no evaluation", () => {
    const [expression] = coverFirestore(SOURCE, [part(SOURCE, bare, bare, [{ undefined: { message: "x" } }, {}])]);
    expect([...expression!.came]).toEqual([]);
  });

  test("on other rules do not count", () => {
    expect(coverFirestore(SOURCE, [part("other", 0, 1, [{ boolValue: true }])])).toEqual([]);
  });
});
