import { describe, expect, test } from "vitest";
import { type CoveredExpression, covered, missing } from "./covered.ts";
import { type CoveragePart, coverFirestore } from "./firestore.ts";

const SOURCE = "// 🦎\nfunction f(a) { return g(a.b) && h(); }\nmatch /notes/{id} {\n  allow get, list: if f(id); }";
const at = (text: string) => SOURCE.indexOf(text);

describe("an expression", () => {
  test("has its line, its text and the function that contains it", () => {
    const start = at("g(a.b)");
    expect(covered(SOURCE, start, start + 6)).toMatchObject({ line: 2, where: "f()", text: "g(a.b)" });
  });

  test("of an allow has its path and operations", () => {
    const start = at("f(id)");
    expect(covered(SOURCE, start, start + 5)).toMatchObject({ line: 4, where: "/notes/{id} allow get, list" });
  });

  const withOutcomes = (...values: ("true" | "false" | "value")[]): CoveredExpression => ({
    ...covered(SOURCE, 0, 1),
    outcomes: new Set(values),
  });
  test.each([
    [withOutcomes(), ["evaluated"]],
    [withOutcomes("value"), []],
    [withOutcomes("true"), ["false"]],
    [withOutcomes("false"), ["true"]],
    [withOutcomes("true", "false"), []],
  ])("is missing the outcomes that it never had", (expression, expected) => {
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

  test("are added up, with the closing brackets that they leave out", () => {
    const parts = [
      part(SOURCE, call, call + 4, [{ boolValue: true }]),
      part(SOURCE, call, call + 4, [{ boolValue: false }, {}]),
      part(SOURCE, bare, bare, [{ stringValue: "x" }]),
    ];
    expect(coverFirestore(SOURCE, parts).map(({ text, outcomes }) => [text, [...outcomes]])).toEqual([
      ["g(a.b)", ["true", "false"]],
      ["h()", ["value"]],
    ]);
  });

  test("an error, or an operand that did not decide, counts as no evaluation", () => {
    const [expression] = coverFirestore(SOURCE, [part(SOURCE, bare, bare, [{ undefined: { message: "x" } }, {}])]);
    expect([...expression!.outcomes]).toEqual([]);
  });

  test("on other rules do not count", () => {
    expect(coverFirestore(SOURCE, [part("other", 0, 1, [{ boolValue: true }])])).toEqual([]);
  });
});
