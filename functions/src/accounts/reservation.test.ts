import { describe, expect, it } from "vitest";
import { usernamePaths } from "./reservation.ts";

describe("a username's reservation", () => {
  it("has the folded name as its id; a name of an earlier version may have another one", () => {
    expect(usernamePaths(" ADA Lovelace ")).toEqual(["usernames/ada lovelace"]);
    expect(usernamePaths("Weiß")).toEqual(["usernames/weiß", "usernames/weiss"]);
  });

  // The letter U+FDFA becomes 18 letters when it is folded, so 100 of them are longer than 1,500 bytes.
  it.each(["", " ", "a/b", ".", "..", "__a__", "\ufdfa".repeat(100), "\ud800", "a\u0000b"])(
    "has no path for %j, which Firestore does not allow as an id",
    (name) => {
      expect(usernamePaths(name)).toEqual([]);
    },
  );
});
