import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toEntry } from "./entry.ts";
import { createReports } from "./reports.ts";
import { createVocabulary } from "./vocabulary.ts";

const [issue] = fc.sample(anyIssue, 1);
const createEntry = (id: string, title: string, version: number, description = "") =>
  toEntry({ ...issue!, id, title, description, reporter: "ada" }, version);

const reports = createReports([
  createEntry("login", "The login button does nothing on the phone", 1),
  createEntry("calendar", "Calendar is empty on Sunday", 2, "Since the thunderstorm, in every calendar."),
]);
const findWordsLike = (word: string) => createVocabulary().wordsLike(reports, word);

describe("the vocabulary finds words", () => {
  it("of titles, descriptions and reporters for a word with one or two errors, the most similar first", async () => {
    for (const [word, found] of [
      ["calender", "calendar"],
      ["Claendar", "calendar"],
      ["thundrestorm", "thunderstorm"],
      ["phome", "phone"],
      ["phnoe", "phone"],
      ["daa", "ada"],
    ])
      expect((await findWordsLike(word!))[0], word).toBe(found);
  });

  it("with one error in up to seven letters, and only with exchanged letters in three", async () => {
    for (const word of ["phneo", "fone", "adx", "da", "x".repeat(30)])
      expect(await findWordsLike(word), word).toEqual([]);
  });

  it("with fewer errors first, then of more reports", async () => {
    const entries = ["gallerys", "galleries", "gallery", "gallery"].map((title, index) =>
      createEntry(`r${index}`, title, index + 1),
    );
    const words = await createVocabulary().wordsLike(createReports(entries), "gallerie");
    expect(words).toEqual(["galleries", "gallery", "gallerys"]);
  });

  it("of reports that were changed or added since the last call, and again after its memory was freed", async () => {
    const vocabulary = createVocabulary();
    expect(await vocabulary.wordsLike(reports, "avatra")).toEqual([]);
    const changed = reports.withChanges({
      changed: [createEntry("new", "Avatar is cut off", 3), createEntry("login", "The logout button", 4)],
      deleted: new Set(["calendar"]),
    });
    expect(await vocabulary.wordsLike(changed, "avatra")).toEqual(["avatar"]);
    expect(await vocabulary.wordsLike(changed, "lgoout")).toEqual(["logout"]);
    const running = vocabulary.wordsLike(changed, "avatra");
    vocabulary.clear();
    expect([await running, await vocabulary.wordsLike(changed, "avatra")]).toEqual([["avatar"], ["avatar"]]);
  });
});
