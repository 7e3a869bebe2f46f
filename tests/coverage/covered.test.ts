import { describe, expect, test } from "vitest";
import { type CoveredExpression, expressionAt, missingOutcomes } from "./covered.ts";
import { type CoveragePart, coverFirestore } from "./firestore.ts";

const SOURCE = "// 🦎\nfunction f(a) { return g(a.b) && h(); }\nmatch /notes/{id} {\n  allow get, list: if f(id); }";
const offsetOf = (text: string) => SOURCE.indexOf(text);

describe("an expression", () => {
  test("has its line, its text and the function that contains it", () => {
    const start = offsetOf("g(a.b)");
    expect(expressionAt(SOURCE, start, start + 6)).toMatchObject({ line: 2, where: "f()", text: "g(a.b)" });
  });

  test("of an allow has its path and operations", () => {
    const start = offsetOf("f(id)");
    expect(expressionAt(SOURCE, start, start + 5)).toMatchObject({ line: 4, where: "/notes/{id} allow get, list" });
  });

  const withOutcomes = (...values: ("true" | "false" | "value")[]): CoveredExpression => ({
    ...expressionAt(SOURCE, 0, 1),
    outcomes: new Set(values),
  });
  test.each([
    [withOutcomes(), ["evaluated"]],
    [withOutcomes("value"), []],
    [withOutcomes("true"), ["false"]],
    [withOutcomes("false"), ["true"]],
    [withOutcomes("true", "false"), []],
  ])("is missing the outcomes that it never had", (expression, expected) => {
    expect(missingOutcomes(expression)).toEqual(expected);
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
  // The emulator counts the emoji as one code point; `indexOf` counts two.
  const callStart = offsetOf("g(a.b)") - 1;
  const bareCallStart = offsetOf("h()") - 1;

  test("are added up, with the closing brackets that they leave out", () => {
    const parts = [
      part(SOURCE, callStart, callStart + 4, [{ boolValue: true }]),
      part(SOURCE, callStart, callStart + 4, [{ boolValue: false }, {}]),
      part(SOURCE, bareCallStart, bareCallStart, [{ stringValue: "x" }]),
    ];
    expect(coverFirestore(SOURCE, parts).map(({ text, outcomes }) => [text, [...outcomes]])).toEqual([
      ["g(a.b)", ["true", "false"]],
      ["h()", ["value"]],
    ]);
  });

  test("an error, or an operand that did not decide, counts as no evaluation", () => {
    const [expression] = coverFirestore(SOURCE, [part(SOURCE, bareCallStart, bareCallStart, [{ undefined: { message: "x" } }, {}])]);
    expect([...expression!.outcomes]).toEqual([]);
  });

  test("on other rules do not count", () => {
    expect(coverFirestore(SOURCE, [part("other", 0, 1, [{ boolValue: true }])])).toEqual([]);
  });
});
