import { describe, expect, test } from "vitest";
import { LineSplitter, toLine } from "./lines.ts";

describe("reading", () => {
  test("a line is complete once its end has arrived", () => {
    const lines = new LineSplitter();
    expect(lines.push('{"a"')).toEqual([]);
    expect(lines.push(':1}\n{"b":2}\n{"c"')).toEqual(['{"a":1}', '{"b":2}']);
    expect(lines.push(":3}\n")).toEqual(['{"c":3}']);
  });

  test("only \\n ends a line, because JSON may contain every other line separator", () => {
    expect(new LineSplitter().push("a\u2028b\u2029c\u0085d\re\n")).toEqual(["a\u2028b\u2029c\u0085d\re"]);
  });
});

describe("writing", () => {
  test("a message becomes one line of ASCII, from which the same message is parsed", () => {
    const message = { text: "été \u2028 😀 \n \u007f" };
    expect(toLine(message)).toMatch(/^[\x20-\x7f]*\n$/);
    expect(JSON.parse(toLine(message))).toEqual(message);
  });
});
