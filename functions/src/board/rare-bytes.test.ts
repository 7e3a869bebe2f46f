import { describe, expect, it } from "vitest";
import { byteShares, rarestOf } from "./rare-bytes.ts";

describe("the bytes that are looked for", () => {
  const shares = byteShares(Buffer.from("the ends of the tents ".repeat(500) + "a quiz ".repeat(50)));
  const rarest = (wanted: string) => rarestOf(Buffer.from(wanted), shares).map((at) => wanted[at]);

  it("are the two rarest", () => {
    expect(rarest("tenzet")).toEqual(["z", "n"]);
    expect(rarest("seqthezen")).toEqual(["q", "z"]);
  });

  it("may be one that stands in no text, or the same twice", () => {
    expect(rarest("thexn")).toEqual(["x", "h"]);
    expect(rarest("e")).toEqual(["e", "e"]);
    expect(rarestOf(Buffer.from("ab"), byteShares(Buffer.alloc(0)))).toEqual([0, 1]);
  });
});
