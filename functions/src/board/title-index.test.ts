import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import MiniSearch from "minisearch";
import { describe, expect, it, vi } from "vitest";
import { type EntryWithText, toEntry } from "./entry.ts";
import { createReports } from "./reports.ts";
import { createTitleIndex } from "./title-index.ts";

const [issue] = fc.sample(anyIssue, 1);
let version = 1;

/** Creates an entry with a new version. */
const createEntry = (id: string, title: string, reporter = "ada"): EntryWithText => {
  version += 1;
  return toEntry({ ...issue!, id, title, description: "Nothing happens", reporter }, version);
};

const TITLES = {
  login: "The login button does nothing on the phone",
  export: "Calendar export loses events",
  calendar: "Calendar is empty on Sunday",
  dark: "Dark mode for the calendar",
  avatar: "Upload an avatar",
};
const reports = createReports(Object.entries(TITLES).map(([id, title]) => createEntry(id, title)));

const findSimilar = async (title: string, searchedReports = reports, index = createTitleIndex()): Promise<string[]> =>
  (await index.similar(searchedReports, title, 5)).map(({ id }) => id);

describe("the title index finds similar reports", () => {
  it("with other words, another order and typing errors, the most similar first", async () => {
    expect(await findSimilar("login button on my phone")).toEqual(["login"]);
    expect(await findSimilar("phone: buton for login broken")).toEqual(["login"]);
    expect((await findSimilar("Exports of the calender"))[0]).toBe("export");
    expect((await findSimilar("calendar export"))[0]).toBe("export");
    expect((await findSimilar("CALENDAR")).sort()).toEqual(["calendar", "dark", "export"]);
  });

  it("while the last word is still being typed", async () => {
    expect((await findSimilar("calendar exp")).sort()).toEqual(["calendar", "dark", "export"]);
    expect((await findSimilar("calendar expo"))[0]).toBe("export");
  });

  it("only if at least half of the searched words match", async () => {
    expect(await findSimilar("Search finds no phone numbers")).toEqual([]);
    expect(await findSimilar("the on for is")).toEqual([]);
    expect(await findSimilar("…")).toEqual([]);
  });

  it("with at most 12 searches of one word each, between which other requests are answered", async () => {
    const index = createTitleIndex();
    await findSimilar("login", reports, index);
    const search = vi.spyOn(MiniSearch.prototype, "search");
    let isDone = false;
    let turns = 0;
    const countTurns = (): void => {
      turns += 1;
      if (!isDone) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    const shortWords = Array.from({ length: 40 }, (_, word) => `w${word}`).join(" ");
    expect(await findSimilar(`${shortWords} ${TITLES.login} ${TITLES.export} ${TITLES.dark}`, reports, index)).toEqual(
      [],
    );
    isDone = true;
    const searchedWords = search.mock.calls.map(([word]) => word);
    search.mockRestore();
    expect(searchedWords).toHaveLength(12);
    expect(searchedWords).toContain("calendar");
    expect(searchedWords.filter((word) => !/^\w+$/.test(String(word)))).toEqual([]);
    expect(turns).toBeGreaterThanOrEqual(12);
  });

  it("also after the index's memory was freed while it was built", async () => {
    const index = createTitleIndex();
    const running = findSimilar("avatar", reports, index);
    index.clear();
    expect([await running, await findSimilar("avatar", reports, index)]).toEqual([["avatar"], ["avatar"]]);
  });

  it("up to the limit, and none by the reporter's name", async () => {
    const manyReports = createReports(
      Array.from({ length: 9 }, (_, index) => createEntry(`r${index}`, `Login ${index}`, "Calendar-Bot")),
    );
    expect(await findSimilar("login", manyReports)).toHaveLength(5);
    expect(await findSimilar("calendar", manyReports)).toEqual([]);
  });

  it("in the current and in an earlier copy of the reports, but never a deleted report", async () => {
    const index = createTitleIndex();
    expect(await findSimilar("avatar", reports, index)).toEqual(["avatar"]);
    const changedReports = reports.withChanges({
      changed: [createEntry("dark", "Avatar in dark mode"), createEntry("new", "Avatar is cut off")],
      deleted: new Set(["avatar"]),
    });
    expect((await findSimilar("avatar", changedReports, index)).sort()).toEqual(["dark", "new"]);
    expect(await findSimilar("avatar", reports, index)).toEqual(["avatar"]);
    const [currentIds, earlierIds] = await Promise.all([
      findSimilar("avatar", changedReports, index),
      findSimilar("avatar", reports, index),
    ]);
    expect([currentIds.sort(), earlierIds]).toEqual([["dark", "new"], ["avatar"]]);
  });

  it("that remain after five of seven reports with the same title were deleted", async () => {
    const index = createTitleIndex();
    const reportsBefore = createReports(
      Array.from({ length: 7 }, (_, position) => createEntry(`r${position}`, "Login fails")),
    );
    await findSimilar("login", reportsBefore, index);
    const deleted = new Set(["r0", "r1", "r2", "r3", "r4"]);
    expect(await findSimilar("login", reportsBefore.withChanges({ changed: [], deleted }), index)).toHaveLength(2);
  });

  it("among 2,500 reports, more than are indexed in one slice", async () => {
    const entries = Array.from({ length: 2500 }, (_, index) => createEntry(`r${index}`, `Number ${10_000 + index}`));
    expect(await findSimilar("number 12499", createReports(entries))).toContain("r2499");
  });
});
