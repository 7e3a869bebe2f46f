import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isHttpUrl } from "./address.ts";
import { LIMITS } from "./limits.ts";
import { parsePageReport } from "./page-report.ts";
import { isPlainText } from "./text.ts";

const PAGE = {
  address: "https://example.org/gallery",
  query: "?album=3",
  title: "Gallery",
  browser: "Firefox 144, Linux",
  width: 1440,
  height: 900,
  errors: ["console: oh no"],
};

const parse = (changes: object) => parsePageReport(encodeURIComponent(JSON.stringify({ ...PAGE, ...changes })));

describe("what report.js says of a page", () => {
  it("is read as it was written", () => {
    expect(parse({})).toEqual(PAGE);
  });

  it("has an address without user, query and fragment", () => {
    expect(parse({ address: "https://me:secret@example.org/gallery?token=1#x" })).toEqual(PAGE);
  });

  it("keeps a query only if the whole address then has a permitted length, and looks like one", () => {
    for (const query of ["", "?", "album=3", "?a b", "?a#b", `?${"x".repeat(LIMITS.urlLength - 1)}`])
      expect(parse({ query })?.query, query).toBe("");
  });

  it("threat 44: is plain text of limited length, or is refused as a whole", () => {
    expect(parse({ title: "\u001b[31mRed\u0000\ud800" })?.title).toBe("Red\ufffd");
    const longText = (length: number) => "x".repeat(length + 1);
    for (const changes of [
      { title: longText(LIMITS.titleLength) },
      { address: `https://example.org/${longText(LIMITS.urlLength)}` },
      { query: `?${longText(LIMITS.urlLength)}` },
      { browser: longText(LIMITS.pageErrorLength) },
      { errors: [longText(LIMITS.pageErrorLength)] },
      { errors: Array(LIMITS.pageErrors + 1).fill("x") },
      { errors: "x" },
      { errors: [{ toString: "x" }] },
      { width: -1 },
      { width: 1e9 },
      { height: "900" },
      { title: null },
      { priority: "CRITICAL" },
      { address: "javascript:alert(1)//https://example.org" },
      { address: "data:text/html,<script>alert(1)</script>" },
      { address: "https://" },
      { address: "/gallery" },
    ])
      expect(parse(changes), JSON.stringify(changes).slice(0, 80)).toBeNull();
    expect(parse(JSON.parse('{"__proto__":{"title":"x"}}'))).toBeNull();
    for (const text of ["", "%", "%E0%A4%A", "{", "null", "[]", "%22x%22", "[".repeat(60_000), "x".repeat(70_000)])
      expect(parsePageReport(text), text.slice(0, 20)).toBeNull();
  });

  it("threat 44: whatever the address has, the texts can be stored and the address is http or https", () => {
    const anyText = fc.string({ unit: "binary", maxLength: 60 });
    const anyPage = fc.record({
      address: fc.oneof(
        fc.webUrl(),
        anyText,
        anyText.map((text) => `https://${text}`),
      ),
      query: fc.oneof(
        anyText,
        anyText.map((text) => `?${text}`),
      ),
      title: anyText,
      browser: anyText,
      width: fc.nat(2_000),
      height: fc.nat(2_000),
      errors: fc.array(anyText, { maxLength: LIMITS.pageErrors }),
    });
    fc.assert(
      fc.property(anyPage, (page) => {
        const read = parse(page);
        if (read === null) return;
        expect(isHttpUrl(read.address)).toBe(true);
        const texts = [read.address + read.query, read.title, read.browser, ...read.errors];
        expect(texts.every(isPlainText)).toBe(true);
      }),
    );
  });
});
