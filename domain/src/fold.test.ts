import { describe, expect, it } from "vitest";
import {
  foldText,
  LOOK_ALIKE_OF,
  MAY_BE_LOOK_ALIKE,
  MAY_BE_MARK_OR_IGNORABLE,
  MAY_FOLD_FURTHER,
  unifyText,
} from "./fold.ts";

// Ideographs and Hangul syllables are left out to save time: there are many, and folding does not change them.
const characters = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter(
  (char) => !/[\p{Cn}\p{Co}\p{Cs}\p{Unified_Ideograph}\p{scx=Tang}\p{scx=Hang}]/u.test(char),
);

describe("a folded text", () => {
  it("is folded completely, whatever its characters", () => {
    const unstable = characters.filter((char) => foldText(foldText(char)) !== foldText(char));
    expect(unstable).toEqual([]);
  });

  it("is the same for capital and small letters", () => {
    const differing = characters.filter(
      (char) => foldText(char.toUpperCase()) !== foldText(char) || foldText(char.toLowerCase()) !== foldText(char),
    );
    expect(differing).toEqual([]);
  });

  it("has no invisible characters", () => {
    const visible = characters.filter(
      (char) => /\p{Default_Ignorable_Code_Point}/u.test(char) && foldText(char) !== "",
    );
    expect(visible).toEqual([]);
  });
});

describe("the fast patterns", () => {
  it("find each mark and each invisible character", () => {
    const isMarkOrIgnorable = /[\p{M}\p{Default_Ignorable_Code_Point}]/u;
    const missed = characters.filter((char) => isMarkOrIgnorable.test(char) && !MAY_BE_MARK_OR_IGNORABLE.test(char));
    expect(missed).toEqual([]);
  });

  it("find each look-alike", () => {
    for (const char of LOOK_ALIKE_OF.keys()) expect(MAY_BE_LOOK_ALIKE.test(char), char).toBe(true);
  });

  it("find each letter whose capital has another small letter", () => {
    const missed = characters.filter((char) => {
      const lowerCase = unifyText(char).toLowerCase().replaceAll("ß", "ss");
      return !MAY_FOLD_FURTHER.test(lowerCase) && lowerCase.toUpperCase().toLowerCase() !== lowerCase;
    });
    expect(missed).toEqual([]);
  });
});
