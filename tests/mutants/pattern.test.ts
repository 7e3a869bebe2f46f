import { expect, test } from "vitest";
import { mutatePattern } from "./pattern.ts";

test.each<[string, string[]]>([
  ["abc", []],
  ["x*", ["x+", "x?"]],
  ["x+", ["x*", "x"]],
  ["x?", ["x", "x+"]],
  ["x{1,3}", ["x{0,3}", "x{2,3}", "x{1,2}", "x{1,4}"]],
  ["(?i)a", ["a"]],
  ["a|b|c", ["b|c", "a|c", "a|b"]],
  ["x(a|b)", ["x(b)", "x(a)"]],
  ["[ab]", ["[^ab]", "[b]", "[a]"]],
  ["[^a]", ["[a]"]],
  [String.raw`[^\\s\\p{Z}]`, [String.raw`[\\s\\p{Z}]`, String.raw`[^\\p{Z}]`, String.raw`[^\\s]`]],
  [
    "[B-D_]",
    [
      "[^B-D_]",
      "[_]",
      String.raw`[\\x41-\\x44_]`,
      String.raw`[\\x43-\\x44_]`,
      String.raw`[\\x42-\\x43_]`,
      String.raw`[\\x42-\\x45_]`,
      "[B-D]",
    ],
  ],
  [
    String.raw`[\\x{34f}\\x{fe00}-\\x{fe0f}]`,
    [
      String.raw`[^\\x{34f}\\x{fe00}-\\x{fe0f}]`,
      String.raw`[\\x{fe00}-\\x{fe0f}]`,
      String.raw`[\\x{34f}]`,
      String.raw`[\\x{34f}\\x{fdff}-\\x{fe0f}]`,
      String.raw`[\\x{34f}\\x{fe01}-\\x{fe0f}]`,
      String.raw`[\\x{34f}\\x{fe00}-\\x{fe0e}]`,
      String.raw`[\\x{34f}\\x{fe00}-\\x{fe10}]`,
    ],
  ],
])("%s", (pattern, expected) => {
  expect(mutatePattern(pattern)).toEqual(expected);
});

test("mutatePattern() throws for a pattern that it does not understand", () => {
  expect(() => mutatePattern("a[")).toThrow("not understood");
});
