import { compareIssues } from "@logbook/domain";
import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Arrival, toArrival } from "./entry.ts";
import { gatherTexts } from "./search-texts.ts";

// Few letters, so that words come again and begin alike; of one to four bytes, some of which they share.
const unit = fc.constantFrom("a", "b", "ab", " ", "ä", "ö", "ß", "–", "😀", "😁");
// Many end within what is looked through at once, some do not.
const anyText = fc.oneof(fc.string({ unit, maxLength: 30 }), fc.string({ unit, maxLength: 200, size: "max" }));
const anyWanted = fc.string({ unit: fc.constantFrom("a", "b", " ", "ä", "ö", "–", "😀"), minLength: 1, maxLength: 4 });

const [issue] = fc.sample(anyIssue, 1);
const arrivalsOf = (texts: readonly string[]): Arrival[] =>
  texts.map((searchText, at) => ({ entry: toArrival({ ...issue!, id: `i${at}` }, 1).entry, searchText }));

function gathered(arrivals: readonly Arrival[]) {
  const gathering = gatherTexts();
  for (const arrival of arrivals) gathering.add(arrival);
  return gathering.finish();
}

const holding = (arrivals: readonly Arrival[], wanted: string): string[] =>
  arrivals
    .filter(({ searchText }) => searchText.includes(wanted))
    .map(({ entry }) => entry)
    .sort(compareIssues)
    .map(({ id }) => id);

describe("the texts that searches look through", () => {
  it("are found by what they hold, each once, in the list's order", () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 30 }), fc.array(anyWanted), (texts, searches) => {
        const arrivals = arrivalsOf(texts);
        const { texts: gatheredTexts } = gathered(arrivals);
        for (const wanted of searches)
          expect(gatheredTexts.search(wanted).map(({ id }) => id)).toEqual(holding(arrivals, wanted));
      }),
      { numRuns: 500 },
    );
  });

  it("are found in whichever block they stand, and none across two texts", () => {
    const filler = "lorem ipsum ".repeat(10_000);
    const arrivals = arrivalsOf(Array.from({ length: 60 }, (_, at) => `begin ${at % 7} ä ${filler}q${at} end`));
    const { entries, texts } = gathered(arrivals);
    for (const wanted of [
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
        texts.search(wanted).map(({ id }) => id),
        wanted,
      ).toEqual(holding(arrivals, wanted));
    const byId = new Map(arrivals.map(({ entry, searchText }) => [entry.id, searchText]));
    expect([...texts.bytesOf(entries)].map(String)).toEqual(entries.map(({ id }) => byId.get(id)));
  });
});
