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
    ["“https://example.com/b”", ["https://example.com/b"]],
    [
      "‘https://example.com/b’ «https://example.com/c» „https://example.com/d“ ‹https://example.com/e›",
      ["b", "c", "d", "e"],
    ],
    ["‚https://example.com/b‘ ”https://example.com/c”", ["b", "c"]],
    ['<a href="https://example.com/e">page</a>', ["e"]],
    ["<a href='https://example.com/e'>page</a>", ["e"]],
    ['{"a":"https://example.com/b","c":"https://example.com/d"}', ["b", "d"]],
    ["['https://example.com/b','https://example.com/c']", ["b", "c"]],
    ["<https://example.com/b>,<https://example.com/c>", ["b", "c"]],
    ["`https://example.com/b`を", ["b"]],
    [
      "*https://example.com/b* **https://example.com/c**. _https://example.com/d_ ~~https://example.com/e~~",
      ["b", "c", "d", "e"],
    ],
    ["**https://example.com/b**を見て", ["b"]],
    ["_https://example.com/a_b_", ["a_b"]],
    ["[https://example.com/b](https://example.com/c)", ["b", "c"]],
    ["[page](https://example.com/b), {https://example.com/c} |https://example.com/d|", ["b", "c", "d"]],
    ["https://example.com/wiki/Foo_(bar) (https://example.com/wiki/Foo_(bar)).", ["wiki/Foo_(bar)", "wiki/Foo_(bar)"]],
    ["https://example.com/a，然后", ["a"]],
    ["https://example.com/a。然后https://example.com/b；https://example.com/c！", ["a", "b", "c"]],
    [
      "「https://example.com/a」（https://example.com/b）【https://example.com/c】《https://example.com/d》",
      ["a", "b", "c", "d"],
    ],
    [
      "https://example.com/a؟ https://example.com/b، https://example.com/c؛ https://example.com/d۔",
      ["a", "b", "c", "d"],
    ],
    [
      "https://example.com/a। https://example.com/b॥ https://example.com/c។ https://example.com/d။",
      ["a", "b", "c", "d"],
    ],
    [
      "https://example.com/a። https://example.com/b։ https://example.com/c՞ https://example.com/d׃",
      ["a", "b", "c", "d"],
    ],
    ["https://example.com/a… https://example.com/b— https://example.com/c・", ["a", "b", "c"]],
    ["https://example.com/a\u200b https://example.com/b\ufeff. https://example.com/c\u00ad", ["a", "b", "c"]],
    ["\u2068https://example.com/a\u2069 https://example.com/b\u200e, https://example.com/c\u200d", ["a", "b", "c"]],
    ["https://example.com/a\u200b然后", ["a"]],
    // These are addresses as a browser shows them.
    ["https://example.com/wiki/東京 https://example.com/レオナルド", ["wiki/東京", "レオナルド"]],
    ["https://example.com/a–b https://example.com/it's https://example.com/a*b", ["a–b", "it's", "a*b"]],
    ["https://example.com/علی\u200cرضا https://example.com/❤\ufe0f", ["علی\u200cرضا", "❤\ufe0f"]],
    ["https://example.com/?to=https://example.com/b", ["?to=https://example.com/b"]],
    ["https://example.com/web/https://example.com/b-", ["web/https://example.com/b-"]],
  ])("in %j, each link ends where its address ends: %j", (text, paths) => {
    const addresses = paths.map((path) => (path.startsWith("https:") ? path : `https://example.com/${path}`));
    expect(findHrefs(text)).toEqual(addresses);
    expect(
      splitLinks(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
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
      "https://a.b](",
      "'https://a.b',",
      "'https://a.b",
      "**https://a.b*",
      "https://a.b”",
      "https://a.b(",
      "https://a.b.,",
      "#1",
      "#1,",
      "と",
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
    ["これは#1と同じ。サーバー#2、#3を", ["1", "2", "3"]],
    ["参见#1，#2。", ["1", "2"]],
    ["#1은 #2와 같다", ["1", "2"]],
    ["เหมือน#1ครับ ปัญหานี้#2", ["1", "2"]],
    ["كما في#1 וב#2", ["1", "2"]],
    ["Is it #1? Yes, #2: see (#3); #4! '#5', #6.\n#7, #8 and #9-like", ["1", "2", "3", "4", "5", "6", "7", "8", "9"]],
    ["https://example.com/a，#1", ["1"]],
  ])("%j mentions %j", (text, expected) => {
    expect(findMentions(text)).toEqual(expected);
  });

  it.each([
    "#0",
    "#01",
    "#",
    "# 5",
    "a#5",
    "&#39;",
    "#5a",
    "##5",
    "https://example.org/#5",
    "#1234567890",
    "#1,000",
    "#1.5",
    "#1:2",
    "#1/2",
    "#1'000",
    "#1\u202f000",
    "#1_000",
    "#1.000,50",
    "é#1",
    "e\u0301#1",
    "№#1й",
    "#1й",
    "#1º",
    "#1٬000",
    "#1\ufe0f\u20e3",
  ])("%s does not mention a report", (text) => {
    expect(findMentions(text)).toEqual([]);
  });

  it("the joined parts of a text with mentions are the whole text, and every key is unique", () => {
    const text = "Like #5, see https://example.org/x and #6.";
    const parts = splitLinks(text);
    expect(parts.map((part) => part.text).join("")).toBe(text);
    expect(new Set(parts.map(({ key }) => key)).size).toBe(parts.length);
  });
});
