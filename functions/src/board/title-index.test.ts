import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type EntryWithText, toEntry } from "./entry.ts";
import { createReports } from "./reports.ts";
import { createTitleIndex } from "./title-index.ts";

const [issue] = fc.sample(anyIssue, 1);
let version = 1;

const entry = (id: string, title: string, reporter = "ada"): EntryWithText => {
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
const reports = createReports(Object.entries(TITLES).map(([id, title]) => entry(id, title)));

const similar = async (title: string, among = reports, index = createTitleIndex()): Promise<string[]> =>
  (await index.similar(among, title, 5)).map(({ id }) => id);

describe("the title index finds similar reports", () => {
  it("with other words, another order and typing errors, the most similar first", async () => {
    expect(await similar("login button on my phone")).toEqual(["login"]);
    expect(await similar("phone: buton for login broken")).toEqual(["login"]);
    expect((await similar("Exports of the calender"))[0]).toBe("export");
    expect((await similar("calendar export"))[0]).toBe("export");
    expect((await similar("CALENDAR")).sort()).toEqual(["calendar", "dark", "export"]);
  });

  it("while the last word is still being typed", async () => {
    expect((await similar("calendar exp")).sort()).toEqual(["calendar", "dark", "export"]);
    expect((await similar("calendar expo"))[0]).toBe("export");
  });

  it("only if at least half of the words of the title match", async () => {
    expect(await similar("Search finds no phone numbers")).toEqual([]);
    expect(await similar("the on for is")).toEqual([]);
    expect(await similar("…")).toEqual([]);
  });

  it("at most as many as wanted, and never by the reporter's name", async () => {
    const many = createReports(
      Array.from({ length: 9 }, (_, index) => entry(`r${index}`, `Login ${index}`, "Calendar-Bot")),
    );
    expect(await similar("login", many)).toHaveLength(5);
    expect(await similar("calendar", many)).toEqual([]);
  });

  it("on the board's present and on its earlier state, and never a deleted report", async () => {
    const index = createTitleIndex();
    expect(await similar("avatar", reports, index)).toEqual(["avatar"]);
    const changed = reports.withChanges({
      changed: [entry("dark", "Avatar in dark mode"), entry("new", "Avatar is cut off")],
      deleted: new Set(["avatar"]),
    });
    expect((await similar("avatar", changed, index)).sort()).toEqual(["dark", "new"]);
    expect(await similar("avatar", reports, index)).toEqual(["avatar"]);
    const [present, earlier] = await Promise.all([
      similar("avatar", changed, index),
      similar("avatar", reports, index),
    ]);
    expect([present.sort(), earlier]).toEqual([["dark", "new"], ["avatar"]]);
  });

  it("as many as wanted after others were deleted", async () => {
    const index = createTitleIndex();
    const before = createReports(Array.from({ length: 7 }, (_, index) => entry(`r${index}`, "Login fails")));
    await similar("login", before, index);
    const deleted = new Set(["r0", "r1", "r2", "r3", "r4"]);
    expect(await similar("login", before.withChanges({ changed: [], deleted }), index)).toHaveLength(2);
  });

  it("among more reports than are indexed in one slice", async () => {
    const titles = Array.from({ length: 2500 }, (_, index) => entry(`r${index}`, `Number ${10_000 + index}`));
    expect(await similar("number 12499", createReports(titles))).toContain("r2499");
  });
});

describe("the title index finds words", () => {
  const wordsLike = (word: string) => createTitleIndex().wordsLike(reports, word);

  it("of titles and reporters for a word with one or two wrong letters, the most similar first", async () => {
    expect((await wordsLike("calender"))[0]).toBe("calendar");
    expect((await wordsLike("Claendar"))[0]).toBe("calendar");
    expect((await wordsLike("phnoe"))[0]).toBeUndefined();
    expect((await wordsLike("fone"))[0]).toBeUndefined();
    expect((await wordsLike("phome"))[0]).toBe("phone");
  });

  it("but none for a word of up to three letters", async () => {
    expect(await wordsLike("adx")).toEqual([]);
  });
});
