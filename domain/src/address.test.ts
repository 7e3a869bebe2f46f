import { describe, expect, it } from "vitest";
import { isHttpUrl, splitPageUrl, trimAddress, withScheme } from "./address.ts";

describe("addresses", () => {
  it("an address without a scheme gets https://, and any other text stays unchanged", () => {
    for (const url of ["example.org", "www.example.co.uk/a?b#c", "bücher.example:8080/x"])
      expect(withScheme(url)).toBe(`https://${url}`);
    for (const address of [
      "localhost",
      "localhost:3000/login",
      "Localhost/a?b",
      "app.localhost:5173",
      "192.168.0.1/login",
      "127.0.0.1:5000#x",
      "[::1]:8080/x",
      "[fe80::1]",
      "[::ffff:192.168.0.1]/x",
      "myhost.local/a",
      "shop.test",
      "dev-server:8080/x",
      "web:80",
    ])
      expect(withScheme(address)).toBe(`http://${address}`);
    for (const text of [
      "1.2.3",
      "192.168.0.256",
      "1.2.3.4.5",
      "localhosting",
      "localhost is down",
      "page:3",
      "step:12",
      "a:8080b",
      "[1]",
      "[x::1]",
      "::1",
      "user@localhost",
    ])
      expect(withScheme(text), text).toBe(text);
    for (const text of ["", "none", "not a url.com", "http://a.b", "javascript:alert(1)", "a@b.co", "1.2", "//a.b"])
      expect(withScheme(text)).toBe(text);
  });

  it("an address has no white space and no invisible characters around it", () => {
    for (const invisible of ["", " ", "\u200b", "\ufeff \u00ad", "\u2068\u200f", "\u00a0\u3164", "\u{e0020}"])
      expect(trimAddress(`${invisible}https://example.org/a\u200cb${invisible}`)).toBe("https://example.org/a\u200cb");
    expect(trimAddress("\u200b \u200e")).toBe("");
  });

  it("only an http or https URL becomes a link", () => {
    for (const url of ["http://a.b", "HTTPS://a.b/c?d#e"]) expect(isHttpUrl(url)).toBe(true);
    for (const url of ["javascript:alert(1)", "data:text/html,x", "//a.b", "http://", "http:///x", "a.b", "http://a b"])
      expect(isHttpUrl(url)).toBe(false);
  });
});

describe("the parts of a page's address", () => {
  it.each([
    ["https://example.org", "https://example.org", "", ""],
    ["http://localhost:3000/gallery/?a=b#c", "http://localhost:3000/gallery/", "/gallery", "?a=b"],
    ["https://me:secret@example.org/a", "https://example.org/a", "/a", ""],
    ["https://example.org/f%C3%A4hre", "https://example.org/f%C3%A4hre", "/fähre", ""],
    ["https://example.org/100%", "https://example.org/100%", "/100%", ""],
  ])("%s", (url, page, path, query) => {
    expect(splitPageUrl(url)).toEqual({ page, path, query });
  });

  it.each(["", "gallery", "/gallery", "ftp://example.org/", "javascript:alert(1)", "https://a b/", "https:///x"])(
    "%j has none",
    (text) => {
      expect(splitPageUrl(text)).toBeNull();
    },
  );
});
