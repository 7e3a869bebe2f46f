import { describe, expect, it } from "vitest";
import { lastUsed } from "./last-used.ts";

describe("what was used last", () => {
  it("is kept, and of the rest what was not used for longest goes first", () => {
    const kept = lastUsed<number>(2);
    expect(kept.set("a", 1)).toBe(1);
    kept.set("b", 2);
    expect(kept.get("a")).toBe(1);
    kept.set("c", 3);
    expect([kept.get("a"), kept.get("b"), kept.get("c")]).toEqual([1, undefined, 3]);
    kept.set("a", 4);
    kept.set("d", 5);
    expect([kept.get("a"), kept.get("c"), kept.get("d")]).toEqual([4, undefined, 5]);
  });

  it("takes no more room than it may, however few they are", () => {
    const kept = lastUsed<string>(10, { bytes: 10, of: ({ length }) => length });
    kept.set("a", "1234");
    kept.set("b", "1234");
    kept.set("a", "12");
    kept.set("c", "1234");
    expect([kept.get("b"), kept.get("a"), kept.get("c")]).toEqual(["1234", "12", "1234"]);
    kept.set("d", "1");
    expect([kept.get("b"), kept.get("a"), kept.get("c"), kept.get("d")]).toEqual([undefined, "12", "1234", "1"]);
    expect(kept.set("e", "12345678901")).toBe("12345678901");
    expect([kept.get("e"), kept.get("d")]).toEqual([undefined, undefined]);
  });
});
