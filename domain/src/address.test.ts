import { describe, expect, it } from "vitest";
import { isHttpUrl, withScheme } from "./address.ts";

describe("addresses", () => {
  it("an address without a scheme gets https://, and any other text stays unchanged", () => {
    for (const url of ["example.org", "www.example.co.uk/a?b#c", "bücher.example:8080/x"])
      expect(withScheme(url)).toBe(`https://${url}`);
    for (const text of ["", "none", "not a url.com", "http://a.b", "javascript:alert(1)", "a@b.co", "1.2", "//a.b"])
      expect(withScheme(text)).toBe(text);
  });

  it("only an http or https URL becomes a link", () => {
    for (const url of ["http://a.b", "HTTPS://a.b/c?d#e"]) expect(isHttpUrl(url)).toBe(true);
    for (const url of ["javascript:alert(1)", "data:text/html,x", "//a.b", "http://", "http:///x", "a.b", "http://a b"])
      expect(isHttpUrl(url)).toBe(false);
  });
});
