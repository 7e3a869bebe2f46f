import { describe, expect, it } from "vitest";
import { usernamePath } from "./reservation.ts";

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
