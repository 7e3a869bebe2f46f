import { describe, expect, it } from "vitest";
import { formatCount, isBlank, isPlainText, toPlainText } from "./text.ts";

describe("text", () => {
  it.each([
    "",
    "  ",
    "\u00a0",
    "\u200b",
    "\n\t",
    "\u2028",
    "\u3164",
    "\u2800",
    "\u115f\u1160",
    "\uffa0",
    "\u034f\ufe0f",
    "\u{1d159}",
  ])("%j is blank", (text) => {
    expect(isBlank(text)).toBe(true);
    expect(isBlank(`${text}a`)).toBe(false);
  });

  it("a text with control characters or lone surrogates may not be stored", () => {
    expect(isPlainText("line\r\n\ttab 😀")).toBe(true);
    for (const text of ["a\u0000", "a\u001b[0m", "\ud800", "a\udc00b", "\u007f", "\u0085", "\u009b"])
      expect(isPlainText(text)).toBe(false);
  });

  it("a text is made storable by the removal of escape sequences and control characters; other characters stay", () => {
    expect(toPlainText("\u001b[1;31mred\u001b[0m\u0007 and\r\n\tso on 😀")).toBe("red and\r\n\tso on 😀");
    for (const text of ["a\u0000", "a\u001b[0m", "\ud800", "a\udc00b", "\u007f", "\u0085", "\u009b"])
      expect(isPlainText(toPlainText(text))).toBe(true);
  });

  it("counts have English thousands separators", () => {
    const counts = [0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 1_234_567];
    expect(counts.map(formatCount)).toEqual(counts.map((count) => count.toLocaleString("en")));
  });
});
