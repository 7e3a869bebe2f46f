import { type Filters, NO_FILTERS } from "@logbook/domain";
import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toEntry } from "../board/entry.ts";
import { createReports } from "../board/reports.ts";
import { createTitleIndex } from "../board/title-index.ts";
import { findSearchHelp } from "./search-help.ts";

const [sample] = fc.sample(anyIssue, 1);
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
  ].map((fields, index) =>
    toEntry({ ...sample!, description: "", reporter: "ada", type: "bug", ...fields }, index + 1),
  ),
);

async function help(search: string, filters: Partial<Filters> = {}) {
  const board = { reportsAt: async () => reports };
  const answer = await findSearchHelp({ board, titleIndex: createTitleIndex() }, null, {
    ...NO_FILTERS,
    ...filters,
    search,
  });
  if (answer.kind !== "json") throw new Error("The help is no JSON.");
  const { didYouMean, inAmendments } = answer.body as { didYouMean: string | null; inAmendments: number };
  return { didYouMean, inAmendments };
}
const correctedSearch = async (search: string, filters: Partial<Filters> = {}) =>
  (await help(search, filters)).didYouMean;

describe("help for a search that finds nothing", () => {
  it("corrects the words that no report contains, and keeps the others, spaces and operators", async () => {
    expect(await correctedSearch("calender")).toBe("calendar");
    expect(await correctedSearch("Calender exprt")).toBe("calendar export");
    expect(await correctedSearch("by:ada Prinitng")).toBe("by:ada printing");
    expect(await correctedSearch("by:maximillian maximillian")).toBeNull();
    expect(await correctedSearch("maximillian")).toBe("maximilian");
  });

  it("suggests a corrected search only if it finds something under the same filters", async () => {
    expect(await correctedSearch("exprt calendar")).toBeNull();
    expect(await correctedSearch("calender", { type: "feature" })).toBeNull();
    expect(await correctedSearch("by:max calender")).toBeNull();
  });

  it("suggests nothing if a word is unlike all others, if all words are found, or if there are many words", async () => {
    for (const search of ["xyzzy", "calender xyzzy", "", "#142", "in", "footer cut"])
      expect(await correctedSearch(search), search).toBeNull();
    expect(await correctedSearch("aaaa bbbb cccc dddd eeee ffff calender")).toBeNull();
  });

  it("counts the reports with the text in an amendment, under the same filters and operators", async () => {
    expect((await help("THUNDERBIRD")).inAmendments).toBe(2);
    expect((await help("thunderbird", { type: "bug" })).inAmendments).toBe(1);
    expect((await help("is:feature thunderbird")).inAmendments).toBe(1);
    expect((await help("nowhere")).inAmendments).toBe(0);
    for (const search of ["", "is:open", "in:amendments thunderbird"])
      expect((await help(search)).inAmendments, search).toBe(0);
  });
});
