import { type Filters, NO_FILTERS, type WireSearchHelp } from "@logbook/domain";
import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toEntry } from "../board/entry.ts";
import { createReports } from "../board/reports.ts";
import { createTitleIndex } from "../board/title-index.ts";
import { createVocabulary } from "../board/vocabulary.ts";
import { findSearchHelp } from "./suggestions.ts";

const sampleIssue = fc.sample(anyIssue, 1)[0]!;
const amendmentsWith = (text: string) => [{ id: "a", text, createdBy: "ada", createdAt: "" }];
const reports = createReports(
  [
    {
      id: "1",
      title: "Calendar export fails",
      reporter: "maximilian",
      amendments: amendmentsWith("Since the Thunderbird update"),
    },
    {
      id: "2",
      title: "Dark mode",
      type: "feature" as const,
      amendments: amendmentsWith("For the calendar too, thunderbird style"),
    },
    { id: "3", title: "Printing", description: "The footer is cut off", amendments: [] },
    { id: "4", title: "Map on the contact page is blank", status: "IN_PROGRESS" as const, amendments: [] },
    { id: "5", title: "Contact map", duplicateOf: { id: "4", since: "" }, amendments: [] },
  ].map((fields, index) =>
    toEntry({ ...sampleIssue, description: "", reporter: "ada", type: "bug", ...fields }, index + 1),
  ),
);

async function getHelp(search: string, filters: Partial<Filters> = {}) {
  const board = { reportsAt: async () => reports };
  const response = await findSearchHelp(
    { board, vocabulary: createVocabulary(), titleIndex: createTitleIndex() },
    null,
    {
      ...NO_FILTERS,
      ...filters,
      search,
    },
  );
  if (response.kind !== "json") throw new Error("The response is no JSON.");
  const { didYouMean, inAmendments, closest } = response.body as WireSearchHelp;
  return { didYouMean, inAmendments, closest };
}
const getCorrectedSearch = async (search: string, filters: Partial<Filters> = {}) =>
  (await getHelp(search, filters)).didYouMean;
const getClosest = async (search: string, filters: Partial<Filters> = {}) =>
  (await getHelp(search, filters)).closest.map(({ id }) => id);

describe("help for a search that finds nothing", () => {
  it("corrects the words that no report contains, and keeps other words, spaces and operators", async () => {
    expect(await getCorrectedSearch("calender")).toBe("calendar");
    expect(await getCorrectedSearch("Calender exprt")).toBe("calendar export");
    expect(await getCorrectedSearch("by:ada Prinitng")).toBe("by:ada printing");
    expect(await getCorrectedSearch("by:maximillian maximillian")).toBeNull();
    expect(await getCorrectedSearch("maximillian")).toBe("maximilian");
  });

  it("corrects two exchanged letters in a word of any length", async () => {
    for (const [search, corrected] of [
      ["claendar", "calendar"],
      ["exprot", "export"],
      ["drak", "dark"],
      // A word that only a description has.
      ["fotoer", "footer"],
      ["ctu", "cut"],
      ["calendra", "calendar"],
    ] as const)
      expect(await getCorrectedSearch(search), search).toBe(corrected);
    expect(await getCorrectedSearch("ni")).toBeNull();
    expect(await getCorrectedSearch("ab".repeat(100))).toBeNull();
  });

  it("suggests a corrected search only if this search finds a report under the same filters", async () => {
    expect(await getCorrectedSearch("exprt calendar")).toBeNull();
    expect(await getCorrectedSearch("calender", { type: "feature" })).toBeNull();
    expect(await getCorrectedSearch("by:max calender")).toBeNull();
  });

  it("suggests nothing for words unlike all others, words that are found, or more than six words", async () => {
    for (const search of ["xyzzy", "calender xyzzy", "", "#142", "in", "footer cut"])
      expect(await getCorrectedSearch(search), search).toBeNull();
    expect(await getCorrectedSearch("aaaa bbbb cccc dddd eeee ffff calender")).toBeNull();
  });

  it("counts the reports that have the text in an amendment and match the filters and operators", async () => {
    expect((await getHelp("THUNDERBIRD")).inAmendments).toBe(2);
    expect((await getHelp("thunderbird", { type: "bug" })).inAmendments).toBe(1);
    expect((await getHelp("is:feature thunderbird")).inAmendments).toBe(1);
    expect((await getHelp("nowhere")).inAmendments).toBe(0);
    for (const search of ["", "is:open", "in:amendments thunderbird"])
      expect((await getHelp(search)).inAmendments, search).toBe(0);
  });

  it("has the reports with the most similar titles for several words, and instead of a duplicate its target", async () => {
    expect(await getClosest("broken map")).toEqual(["4"]);
    expect(await getClosest("calendar printing")).toEqual(expect.arrayContaining(["1", "3"]));
    expect((await getHelp("broken map")).closest).toEqual([
      {
        id: "4",
        type: "bug",
        title: "Map on the contact page is blank",
        status: "IN_PROGRESS",
        votes: expect.any(Number),
        number: sampleIssue.number,
      },
    ]);
    for (const search of ["map", "broken", "is:bug map", "xyzzy plugh", "in:amendments broken map", ""])
      expect(await getClosest(search), search).toEqual([]);
  });

  it("has only those of them that match the filters and operators", async () => {
    expect(await getClosest("broken map", { status: "IN_PROGRESS" })).toEqual(["4"]);
    expect(await getClosest("broken map is:in-progress")).toEqual(["4"]);
    for (const [search, filters] of [
      ["broken map", { type: "feature" }],
      ["broken map", { status: "TESTING" }],
      ["broken map by:max", {}],
      ["broken map is:testing", {}],
    ] as const)
      expect(await getClosest(search, filters), search).toEqual([]);
  });
});
