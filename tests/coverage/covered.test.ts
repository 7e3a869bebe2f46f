import { describe, expect, test } from "vitest";
import { type CoveredExpression, expressionAt, missingOutcomes } from "./covered.ts";
import { coverFirestore, type FirestoreReport } from "./firestore.ts";

const SOURCE = "// 🦎\nfunction f(a) { return g(a.b) && h(); }\nmatch /notes/{id} {\n  allow get, list: if f(id); }";
const offsetOf = (text: string) => SOURCE.indexOf(text);

describe("an expression", () => {
  test("has its line, its text and the function that contains it", () => {
    const start = offsetOf("g(a.b)");
    expect(expressionAt(SOURCE, start, start + 6)).toMatchObject({ line: 2, container: "f()", text: "g(a.b)" });
  });

  test("in an `allow` has the path and the operations of that `allow`", () => {
    const start = offsetOf("f(id)");
    expect(expressionAt(SOURCE, start, start + 5)).toMatchObject({ line: 4, container: "/notes/{id} allow get, list" });
  });

  const expressionWith = (...outcomes: ("true" | "false" | "value")[]): CoveredExpression => ({
    ...expressionAt(SOURCE, 0, 1),
    outcomes: new Set(outcomes),
  });
  test.each([
    [expressionWith(), ["evaluated"]],
    [expressionWith("value"), []],
    [expressionWith("true"), ["false"]],
    [expressionWith("false"), ["true"]],
    [expressionWith("true", "false"), []],
  ])("is reported with the outcomes that it never had", (expression, expected) => {
    expect(missingOutcomes(expression)).toEqual(expected);
  });
});

describe("the emulator's reports", () => {
  const reportOn = (
    source: string,
    start: number,
    end: number,
    values: Record<string, unknown>[],
  ): FirestoreReport => ({
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
  // The emulator counts the emoji as one code point. `indexOf` counts two code units. The end that the emulator reports
  // is the offset of the last character before the closing brackets: of `b` in `g(a.b)`, and of `h` in `h()`.
  const gStart = offsetOf("g(a.b)") - 1;
  const hStart = offsetOf("h()") - 1;

  test("are combined; each text gets the closing brackets that the emulator leaves out", () => {
    const reports = [
      reportOn(SOURCE, gStart, gStart + 4, [{ boolValue: true }]),
      reportOn(SOURCE, gStart, gStart + 4, [{ boolValue: false }, {}]),
      reportOn(SOURCE, hStart, hStart, [{ stringValue: "x" }]),
    ];
    expect(coverFirestore(SOURCE, reports).map(({ text, outcomes }) => [text, [...outcomes]])).toEqual([
      ["g(a.b)", ["true", "false"]],
      ["h()", ["value"]],
    ]);
  });

  test("do not count an error or an operand that was not evaluated as an outcome", () => {
    const [expression] = coverFirestore(SOURCE, [
      reportOn(SOURCE, hStart, hStart, [{ undefined: { message: "x" } }, {}]),
    ]);
    expect([...expression!.outcomes]).toEqual([]);
  });

  test("about other rules do not count", () => {
    expect(coverFirestore(SOURCE, [reportOn("other", 0, 1, [{ boolValue: true }])])).toEqual([]);
  });
});
