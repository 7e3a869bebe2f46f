import { type Filters, NO_FILTERS } from "@logbook/domain";
import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toEntry } from "../board/entry.ts";
import { createReports } from "../board/reports.ts";
import { createTitleIndex } from "../board/title-index.ts";
import { helpSearch } from "./search-help.ts";

const [some] = fc.sample(anyIssue, 1);
const note = (text: string) => [{ id: "a", text, createdBy: "ada", createdAt: "" }];
const reports = createReports(
  [
    {
      id: "1",
      title: "Calendar export fails",
      reporter: "maximilian",
      amendments: note("Since the Thunderbird update"),
    },
    {
      id: "2",
      title: "Dark mode",
      type: "feature" as const,
      amendments: note("For the calendar too, thunderbird style"),
    },
    { id: "3", title: "Printing", description: "The footer is cut off", amendments: [] },
  ].map((over, at) => toEntry({ ...some!, description: "", reporter: "ada", type: "bug", ...over }, at + 1)),
);

async function help(search: string, filters: Partial<Filters> = {}) {
  const board = { reportsAt: async () => reports };
  const answer = await helpSearch({ board, titleIndex: createTitleIndex() }, null, {
    ...NO_FILTERS,
    ...filters,
    search,
  });
  if (answer.kind !== "json") throw new Error("The help is no JSON.");
  const { didYouMean, inAmendments } = answer.body as { didYouMean: string | null; inAmendments: number };
  return { didYouMean, inAmendments };
}
const corrected = async (search: string, filters: Partial<Filters> = {}) => (await help(search, filters)).didYouMean;

describe("help for a search that finds nothing", () => {
  it("corrects the words that no report contains, and keeps the others, spaces and operators", async () => {
    expect(await corrected("calender")).toBe("calendar");
    expect(await corrected("Calender exprt")).toBe("calendar export");
    expect(await corrected("by:ada Prinitng")).toBe("by:ada printing");
    expect(await corrected("by:maximillian maximillian")).toBeNull();
    expect(await corrected("maximillian")).toBe("maximilian");
  });

  it("corrects only to a search that finds something under the same filters", async () => {
    expect(await corrected("exprt calendar")).toBeNull();
    expect(await corrected("calender", { type: "feature" })).toBeNull();
    expect(await corrected("by:max calender")).toBeNull();
  });

  it("corrects nothing that it does not know, and no search of many words", async () => {
    for (const search of ["xyzzy", "calender xyzzy", "", "#142", "in", "footer cut"])
      expect(await corrected(search), search).toBeNull();
    expect(await corrected("aaaa bbbb cccc dddd eeee ffff calender")).toBeNull();
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
