import { compareIssues } from "@logbook/domain";
import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type EntryWithText, TEXT_END, toEntry } from "./entry.ts";
import { createSearchTexts } from "./search-texts.ts";

// Only a few letters, so that texts repeat. A letter has one to four bytes, and some letters have bytes in common.
const anyLetters = fc.constantFrom("a", "b", "ab", " ", "ä", "ö", "ß", "–", "😀", "😁");
const anySearchText = fc.oneof(
  fc.string({ unit: anyLetters, maxLength: 30 }),
  fc.string({ unit: anyLetters, maxLength: 200, size: "max" }),
);
const anySearch = fc.string({ unit: fc.constantFrom("a", "b", " ", "ä", "ö", "–", "😀"), minLength: 1, maxLength: 4 });

const [issue] = fc.sample(anyIssue, 1);
const entriesOf = (texts: readonly string[]): EntryWithText[] =>
  texts.map((text, index) => {
    const { entry } = toEntry({ ...issue!, id: `i${index}` }, 1);
    return { entry, text: Buffer.from(text + TEXT_END) };
  });

/** The ids of the entries whose text contains the search, in the list's order, found without a buffer. */
const idsOfMatching = (entries: readonly EntryWithText[], search: string): string[] =>
  entries
    .filter(({ text }) => text.includes(search))
    .map(({ entry }) => entry)
    .sort(compareIssues)
    .map(({ id }) => id);

describe("the search texts", () => {
  it("are found by their content, each once, in the list's order", () => {
    fc.assert(
      fc.property(fc.array(anySearchText, { maxLength: 30 }), fc.array(anySearch), (texts, searches) => {
        const entries = entriesOf(texts);
        const searchTexts = createSearchTexts(entries);
        for (const search of searches)
          expect(searchTexts.search(search).map(({ id }) => id)).toEqual(idsOfMatching(entries, search));
      }),
      { numRuns: 500 },
    );
  });

  it("are found anywhere in the buffer, but never across two texts", () => {
    const filler = "lorem ipsum ".repeat(10_000);
    const entries = entriesOf(Array.from({ length: 60 }, (_, index) => `begin ${index % 7} ä ${filler}q${index} end`));
    const texts = createSearchTexts(entries);
    for (const search of [
      "begin",
      "begin 3",
      "m ipsum",
      "q41 end",
      "q5",
      "ä",
      "end",
      "endbegin",
      "end\nbegin",
      "nowhere",
    ])
      expect(
        texts.search(search).map(({ id }) => id),
        search,
      ).toEqual(idsOfMatching(entries, search));
    const textsById = new Map(entries.map(({ entry, text }) => [entry.id, text.toString()]));
    expect([...texts.texts()].map(String)).toEqual(texts.entries.map(({ id }) => textsById.get(id)));
  });
});
