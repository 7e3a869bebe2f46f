import { describe, expect, it } from "vitest";
import { anchorOf, byteShares } from "./search-anchor.ts";

describe("from where on something is searched for", () => {
  const shares = byteShares(["the ends of the tents ".repeat(500), "a quiz ".repeat(50)]);
  const tailOf = (wanted: string) => wanted.slice(anchorOf(wanted, shares));

  it("is its rarest byte", () => {
    expect(tailOf("tenzet")).toBe("zet");
    expect(tailOf("seqthe")).toBe("qthe");
    expect(tailOf("zens")).toBe("zens");
  });

  it("leaves enough of it to tell", () => {
    expect(tailOf("ttho")).toBe("ho");
    expect(tailOf("eet")).toBe("eet");
    expect(tailOf("e")).toBe("e");
  });

  it("may be a byte that stands in no text", () => {
    expect(tailOf("then\xff")).toBe("\xff");
    expect(anchorOf("ab", byteShares([]))).toBe(0);
  });
});
