import { describe, expect, it } from "vitest";
import { matchesEtag } from "./etag.ts";

describe("an If-None-Match header", () => {
  it.each(['"a"', 'W/"a"', '"b", W/"a"', "*"])('%s matches the ETag W/"a"', (header) => {
    expect(matchesEtag(header, 'W/"a"')).toBe(true);
  });

  it.each([undefined, "", '"b"', "a", '"A"'])('%s does not match the ETag W/"a"', (header) => {
    expect(matchesEtag(header, 'W/"a"')).toBe(false);
  });
});
