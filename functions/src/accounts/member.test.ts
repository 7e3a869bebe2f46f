import { describe, expect, it } from "vitest";
import { readMember, usernamePath } from "./member.ts";

describe("a member document", () => {
  const since = new Date(5);

  it("is parsed", () => {
    expect(readMember({ username: "ada", isAdmin: true, disabled: false, validSince: since })).toEqual({
      username: "ada",
      isAdmin: true,
      disabled: false,
      validSince: 5,
    });
  });

  it("gives no access if fields are missing or malformed", () => {
    expect(readMember(undefined)).toBeNull();
    expect(readMember({})).toBeNull();
    expect(readMember({ username: "ada", isAdmin: "true", disabled: 0 })).toEqual({
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

  it.each(["", " ", "a/b", ".", "..", "__a__", "\ufdfa".repeat(100), "\ud800", "a\u0000b"])(
    "has no path for %j, which Firestore does not allow as an id",
    (name) => {
      expect(usernamePath(name)).toBeNull();
    },
  );
});
