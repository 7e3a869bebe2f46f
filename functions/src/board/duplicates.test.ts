import { type DuplicateTarget, NO_FILTERS, type WireIssue } from "@logbook/domain";
import { issueWith } from "@logbook/domain/testing";
import { describe, expect, it } from "vitest";
import { type EntryWithText, toEntry } from "./entry.ts";
import { createReports, type Reports } from "./reports.ts";

const pointer = (id: string, minute = 0): DuplicateTarget => ({ id, since: `2026-01-01T00:0${minute}:00.000Z` });

/** A report with these votes; `of` is the report of which it is a duplicate. */
function entryWith(id: string, of?: DuplicateTarget, voters: string[] | null = [], votes = voters?.length ?? 0) {
  const createdAt = `2026-01-01T00:00:00.00${id.length}Z`;
  const issue = issueWith({ id, number: id.length, title: `Title of ${id}`, votes, createdAt });
  return toEntry(of === undefined ? issue : { ...issue, duplicateOf: of }, 1, { voters });
}

const targetIdOf = ({ duplicates }: Reports, id: string) => duplicates.targetOf(id)?.entry.id;
const reportJson = (reports: Reports, id: string): WireIssue =>
  JSON.parse(reports.jsonOf(reports.get(id)!).toString()) as WireIssue;
const targetsOf = (entries: EntryWithText[]) => {
  const reports = createReports(entries);
  return Object.fromEntries(entries.map(({ entry: { id } }) => [id, targetIdOf(reports, id)]));
};

describe("the duplicates among all reports", () => {
  it("lead to the end of all pointers, since the latest of them, and are listed there in the order of their filing", () => {
    const reports = createReports([
      entryWith("ccc", pointer("aa", 1)),
      entryWith("dddd", pointer("ccc", 3)),
      entryWith("aa", pointer("b", 2)),
      entryWith("b"),
    ]);
    expect(["dddd", "ccc", "aa", "b"].map((id) => targetIdOf(reports, id))).toEqual(["b", "b", "b", undefined]);
    expect(["dddd", "ccc"].map((id) => reports.duplicates.targetOf(id)!.since)).toEqual([
      pointer("", 3).since,
      pointer("", 2).since,
    ]);
    expect(reports.duplicates.duplicatesOf("b").map(({ id }) => id)).toEqual(["aa", "ccc", "dddd"]);
    expect(reports.duplicates.duplicatesOf("aa")).toEqual([]);
  });

  it("are none while the report that they point to is deleted, and again once it is back", () => {
    const [first, second, third] = [entryWith("a", pointer("bb")), entryWith("bb", pointer("ccc")), entryWith("ccc")];
    const reports = createReports([first, second, third]);
    const withoutSecond = reports.withChanges({ changed: [], deleted: new Set(["bb"]) });
    expect([targetIdOf(withoutSecond, "a"), withoutSecond.duplicates.targets.size]).toEqual([undefined, 0]);
    expect(reportJson(withoutSecond, "a")).not.toHaveProperty("duplicateOf");
    expect(reportJson(withoutSecond, "ccc").votes).toBe(0);
    const restored = withoutSecond.withChanges({ changed: [second], deleted: new Set() });
    expect([targetIdOf(restored, "a"), targetIdOf(restored, "bb")]).toEqual(["ccc", "ccc"]);
  });

  it("are none in a circle or if they point to themselves; other reports lead into the circle", () => {
    expect(targetsOf([entryWith("a", pointer("a"))])).toEqual({ a: undefined });
    const circle = [entryWith("a", pointer("bb")), entryWith("bb", pointer("ccc")), entryWith("ccc", pointer("a"))];
    expect(targetsOf([...circle, entryWith("dddd", pointer("bb")), entryWith("eeeee", pointer("dddd"))])).toEqual({
      a: undefined,
      bb: undefined,
      ccc: undefined,
      dddd: "bb",
      eeeee: "bb",
    });
  });

  it("count for their target in JSON and in the order 'most wanted', each voter once", () => {
    const reports = createReports([
      entryWith("a", undefined, ["u1", "u2"]),
      entryWith("bb", pointer("a"), ["u2", "u3"]),
      entryWith("ccc", pointer("bb"), ["u1", "u4"]),
      entryWith("dddd", undefined, null, 3),
    ]);
    expect(["a", "bb", "ccc", "dddd"].map((id) => reportJson(reports, id).votes)).toEqual([4, 2, 2, 3]);
    expect(reportJson(reports, "ccc").duplicateOf).toEqual({
      ...pointer("bb"),
      id: "a",
      number: 1,
      title: "Title of a",
    });
    const wanted = reports.select(NO_FILTERS, "wanted");
    expect(wanted.slice(0, 2).map(({ id }) => id)).toEqual(["a", "dddd"]);
    expect(new Set(wanted)).toEqual(new Set(reports.all));
  });

  it("whose voters are unknown, because somebody closed them by hand, count with their number of votes", () => {
    const reports = createReports([entryWith("a", undefined, ["u1"]), entryWith("bb", pointer("a"), null, 2)]);
    expect(reportJson(reports, "a").votes).toBe(3);
  });
});
