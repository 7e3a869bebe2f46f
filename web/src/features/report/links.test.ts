import { describe, expect, it } from "vitest";
import { splitLinks } from "./links.ts";

const links = (text: string): string[] =>
  splitLinks(text)
    .filter(({ href }) => href !== null)
    .map((part) => part.text);
const hrefs = (text: string): string[] => splitLinks(text).flatMap(({ href }) => href ?? []);

describe("section 2: links in text are made clickable", () => {
  it.each([
    ["See https://example.org/a?b=c#d.", ["https://example.org/a?b=c#d"]],
    ["(http://localhost:3000/x)", ["http://localhost:3000/x"]],
    ["https://a.org and\nHTTPS://B.ORG/x", ["https://a.org", "HTTPS://B.ORG/x"]],
  ])("%j", (text, expected) => {
    expect(links(text)).toEqual(expected);
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
  ])("%s stays text", (text) => {
    expect(links(text)).toEqual([]);
  });

  it.each([
    ["Look at www.example.org/a?b.", ["https://www.example.org/a?b"]],
    ["WWW.EXAMPLE.ORG", ["https://WWW.EXAMPLE.ORG"]],
    ["a@example.org, b.c+d@sub.example.co.uk.", ["mailto:a@example.org", "mailto:b.c+d@sub.example.co.uk"]],
    ["mailto:a@example.org", ["mailto:a@example.org"]],
    ["https://a@example.org/x", ["https://a@example.org/x"]],
    ["www.example.org@evil.example.com", ["mailto:www.example.org@evil.example.com"]],
  ])("%j leads to %j", (text, expected) => {
    expect(hrefs(text)).toEqual(expected);
  });

  it.each([..."\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"])(
    "threat 9: a link shows its real address, even with the bidi mark %j",
    (mark) => {
      const [link] = splitLinks(`https://evil.example/${mark}gro.elpmaxe.www//:sptth and more`);
      expect(link?.text).toMatch(/^https:\/\/evil\.example\/((%[0-9A-F]{2})+gro\.elpmaxe\.www\/\/:sptth)?$/);
      expect(link?.href).toBe(link?.text);
      const others = splitLinks(`www.example.org/${mark}x a${mark}@example.org https://e${mark}.example.org`);
      for (const { text, href } of others) if (href !== null) expect(href + text).not.toContain(mark);
    },
  );

  it("no part of the text is lost", () => {
    const words = [
      "https://example.org/x",
      "www.example.org",
      "a@b.org",
      "javascript:",
      "mailto:a@b.de",
      " ",
      "\n",
      "(",
      ".",
      "<b>",
      "é",
      "",
    ];
    for (const first of words)
      for (const second of words)
        for (const third of words) {
          const text = first + second + third;
          const parts = splitLinks(text);
          expect(parts.map((part) => part.text).join("")).toBe(text);
        }
  });

  it("threat 9: a link leads to http, https or mailto, whatever the text combines", () => {
    const words = [
      "javascript:",
      "data:",
      "vbscript:",
      "file:///",
      "blob:",
      "//",
      "www.",
      "a@",
      "b.org",
      "https://",
      ":",
      "\u202e",
    ];
    for (const first of words)
      for (const second of words)
        for (const third of words)
          for (const href of hrefs(first + second + third)) expect(href).toMatch(/^(https?:\/\/|mailto:)/i);
  });

  it("threat 8: 10,000 characters made to be slow take less than 50 ms", () => {
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
    ];
    for (const piece of [
      ...pieces,
      "https://a/)",
      "//",
      "www.",
      "a:b@",
      "[::1]",
      "\u0301\u0316",
      "https://\u{1f600}",
    ]) {
      const text = piece.repeat(Math.ceil(10_000 / piece.length)).slice(0, 10_000);
      // The fastest of five runs: a busy machine must not look like a slow pattern.
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
  const mentions = (text: string): string[] => splitLinks(text).flatMap(({ report }) => report ?? []);

  it.each([
    ["See #142.", ["142"]],
    ["#1, #20 and (#300)", ["1", "20", "300"]],
    ["the same as #7\nor #8", ["7", "8"]],
  ])("%j has them", (text, expected) => {
    expect(mentions(text)).toEqual(expected);
  });

  it.each(["#0", "#01", "#", "# 5", "a#5", "&#39;", "#5a", "##5", "https://example.org/#5", "#1234567890"])(
    "%s has none",
    (text) => {
      expect(mentions(text)).toEqual([]);
    },
  );

  it("the parts give the text again, each with a key of its own", () => {
    const text = "Like #5, see https://example.org/x and #6.";
    const parts = splitLinks(text);
    expect(parts.map((part) => part.text).join("")).toBe(text);
    expect(new Set(parts.map(({ key }) => key)).size).toBe(parts.length);
  });
});
