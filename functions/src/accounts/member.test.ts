import { describe, expect, it } from "vitest";
import { parseMember, usernamePath } from "./member.ts";

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

describe("a username's reservation", () => {
  it("has the folded name as its id", () => {
    expect(usernamePath(" ADA Lovelace ")).toBe("usernames/ada lovelace");
  });

  // The letter U+FDFA becomes 18 letters when it is folded, so 100 of them are longer than 1,500 bytes.
  it.each(["", " ", "a/b", ".", "..", "__a__", "\ufdfa".repeat(100), "\ud800", "a\u0000b"])(
    "has no path for %j, which Firestore does not allow as an id",
    (name) => {
      expect(usernamePath(name)).toBeNull();
    },
  );
});
