import { describe, expect, it } from "vitest";
import { splitLinks } from "./links.ts";

// 'threat 8' in a title means row 8 of the table in docs/security.md.

const findLinkTexts = (text: string): string[] =>
  splitLinks(text)
    .filter(({ href }) => href !== null)
    .map((part) => part.text);
const findHrefs = (text: string): string[] =>
  splitLinks(text)
    .map(({ href }) => href)
    .filter((href) => href !== null);

/** Every text that consists of three of these words. */
function* combineThree(words: readonly string[]): Generator<string> {
  for (const first of words) for (const second of words) for (const third of words) yield first + second + third;
}

describe("section 2: links in text are made clickable", () => {
  it.each([
    ["See https://example.org/a?b=c#d.", ["https://example.org/a?b=c#d"]],
    ["(http://localhost:3000/x)", ["http://localhost:3000/x"]],
    ["https://a.org and\nHTTPS://B.ORG/x", ["https://a.org", "HTTPS://B.ORG/x"]],
  ])("in %j, the links %j are found", (text, expected) => {
    expect(findLinkTexts(text)).toEqual(expected);
  });

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt://example.org/%0aalert(1)",
    "data:text/html,x",
    "mailto:",
    "mailto:www.example.org",
    "mailto:a@example.org?body=Hello",
    "MAILTO:a@example.org?subject=x&bcc=b@example.org",
    "ftp://example.org/x",
    "ftp://www.example.org",
    "README.md",
    "example.org",
    "www.",
    "@example.org",
    "//example.org",
    "http://",
    "http://[::1]/x",
  ])("%s does not become a link", (text) => {
    expect(findLinkTexts(text)).toEqual([]);
  });

  it.each([
    ["Look at www.example.org/a?b.", ["https://www.example.org/a?b"]],
    ["WWW.EXAMPLE.ORG", ["https://WWW.EXAMPLE.ORG"]],
    ["a@example.org, b.c+d@sub.example.co.uk.", ["mailto:a@example.org", "mailto:b.c+d@sub.example.co.uk"]],
    ["mailto:a@example.org", ["mailto:a@example.org"]],
    ["https://a@example.org/x", ["https://a@example.org/x"]],
    ["www.example.org@evil.example.com", ["mailto:www.example.org@evil.example.com"]],
  ])("the links in %j lead to %j", (text, expected) => {
    expect(findHrefs(text)).toEqual(expected);
  });

  it.each([
    ["\u061c", "%D8%9C"],
    ["\u200e", "%E2%80%8E"],
    ["\u200f", "%E2%80%8F"],
    ["\u202a", "%E2%80%AA"],
    ["\u202b", "%E2%80%AB"],
    ["\u202c", "%E2%80%AC"],
    ["\u202d", "%E2%80%AD"],
    ["\u202e", "%E2%80%AE"],
    ["\u2066", "%E2%81%A6"],
    ["\u2067", "%E2%81%A7"],
    ["\u2068", "%E2%81%A8"],
    ["\u2069", "%E2%81%A9"],
  ])("threat 9: a link shows its real address, even with the bidi mark %j", (mark, encoded) => {
    // Read from right to left, the characters after the mark are `https://www.example.org`.
    const [link] = splitLinks(`https://evil.example/${mark}gro.elpmaxe.www//:sptth and more`);
    expect(link?.text).toBe(`https://evil.example/${encoded}gro.elpmaxe.www//:sptth`);
    expect(link?.href).toBe(link?.text);
    const partsWithMark = splitLinks(`www.example.org/${mark}x a${mark}@example.org https://e${mark}.example.org`);
    for (const { text, href } of partsWithMark) if (href !== null) expect(href + text).not.toContain(mark);
  });

  it("the joined parts of any text are the whole text", () => {
    const addresses = ["https://example.org/x", "www.example.org", "a@b.org", "javascript:", "mailto:a@b.de"];
    const words = [...addresses, " ", "\n", "(", ".", "<b>", "é", ""];
    for (const text of combineThree(words)) {
      const parts = splitLinks(text);
      expect(parts.map((part) => part.text).join("")).toBe(text);
    }
  });

  it("threat 9: a link leads to http, https or mailto, whatever the text contains", () => {
    const schemes = ["javascript:", "data:", "vbscript:", "file:///", "blob:", "https://"];
    const words = [...schemes, "//", "www.", "a@", "b.org", ":", "\u202e"];
    for (const text of combineThree(words))
      for (const href of findHrefs(text)) expect(href).toMatch(/^(https?:\/\/|mailto:)/i);
  });

  it("threat 8: 10,000 characters of adversarial text are split in under 50 ms", () => {
    const pieces = [
      "mailto:",
      "http://",
      "a@",
      "https://a.",
      "((((",
      "a.b.",
      "https://(",
      "https://a?",
      "http://a@",
      "x",
      "https://a/)",
      "//",
      "www.",
      "a:b@",
      "[::1]",
      "\u0301\u0316",
      "https://\u{1f600}",
    ];
    for (const piece of pieces) {
      const text = piece.repeat(Math.ceil(10_000 / piece.length)).slice(0, 10_000);
      // The fastest of five runs counts: other work on the machine can only make a run slower.
      const times = Array.from({ length: 5 }, () => {
        const start = performance.now();
        splitLinks(text);
        return performance.now() - start;
      });
      expect(Math.min(...times), piece).toBeLessThan(50);
    }
  });
});

describe("mentions of reports", () => {
  const findMentions = (text: string): string[] =>
    splitLinks(text)
      .map(({ reportNumber }) => reportNumber)
      .filter((reportNumber) => reportNumber !== null);

  it.each([
    ["See #142.", ["142"]],
    ["#1, #20 and (#300)", ["1", "20", "300"]],
    ["the same as #7\nor #8", ["7", "8"]],
  ])("%j mentions %j", (text, expected) => {
    expect(findMentions(text)).toEqual(expected);
  });

  it.each(["#0", "#01", "#", "# 5", "a#5", "&#39;", "#5a", "##5", "https://example.org/#5", "#1234567890"])(
    "%s does not mention a report",
    (text) => {
      expect(findMentions(text)).toEqual([]);
    },
  );

  it("the joined parts of a text with mentions are the whole text, and every key is unique", () => {
    const text = "Like #5, see https://example.org/x and #6.";
    const parts = splitLinks(text);
    expect(parts.map((part) => part.text).join("")).toBe(text);
    expect(new Set(parts.map(({ key }) => key)).size).toBe(parts.length);
  });
});
