import { describe, expect, it } from "vitest";
import { matchesTag } from "./etag.ts";

describe("If-None-Match", () => {
  it.each(['"a"', 'W/"a"', '"b", W/"a"', "*"])("%s names the tag", (header) => {
    expect(matchesTag(header, 'W/"a"')).toBe(true);
  });

  it.each([undefined, "", '"b"', "a", '"A"'])("%s does not", (header) => {
    expect(matchesTag(header, 'W/"a"')).toBe(false);
  });
});
