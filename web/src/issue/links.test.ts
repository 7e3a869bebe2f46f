import { describe, expect, it } from "vitest";
import { splitLinks } from "./links.ts";

const links = (text: string): string[] =>
  splitLinks(text)
    .filter((part) => part.isLink)
    .map((part) => part.text);

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
    "mailto:a@example.org",
    "a@example.org",
    "ftp://example.org/x",
    "README.md",
    "www.example.org",
    "//example.org",
    "http://",
    "http://[::1]/x",
  ])("%s stays text", (text) => {
    expect(links(text)).toEqual([]);
  });

  it("nothing of the text is lost", () => {
    const words = ["https://example.org/x", "javascript:", "mailto:a@b.de", " ", "\n", "(", ".", "<b>", "é", ""];
    for (const first of words)
      for (const second of words)
        for (const third of words) {
          const text = first + second + third;
          const parts = splitLinks(text);
          expect(parts.map((part) => part.text).join("")).toBe(text);
        }
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
      // The fastest of a few, so that a busy machine is not taken for a slow pattern.
      const times = Array.from({ length: 5 }, () => {
        const start = performance.now();
        splitLinks(text);
        return performance.now() - start;
      });
      expect(Math.min(...times), piece).toBeLessThan(50);
    }
  });
});
