import { describe, expect, it } from "vitest";
import { parseMember } from "./member.ts";

describe("a member document", () => {
  const validSince = new Date(5);

  it("is parsed with all its fields", () => {
    expect(parseMember({ username: "ada", isAdmin: true, disabled: false, validSince })).toEqual({
      username: "ada",
      isAdmin: true,
      disabled: false,
      validSince: 5,
    });
  });

  it("gives no access if fields are missing or malformed", () => {
    expect(parseMember(undefined)).toBeNull();
    expect(parseMember({})).toBeNull();
    expect(parseMember({ username: "ada", isAdmin: "true", disabled: 0 })).toEqual({
      username: "ada",
      isAdmin: false,
      disabled: true,
      validSince: Number.POSITIVE_INFINITY,
    });
  });
});
