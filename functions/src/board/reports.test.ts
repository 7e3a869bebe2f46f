import {
  COMPARATORS,
  compareIssues,
  countStats,
  type Filters,
  filterMatcher,
  foldSearch,
  type Issue,
  NO_FILTERS,
  PRIORITY_OPTIONS,
  SORTS,
  STATUS_OPTIONS,
  searchMatcher,
  sortIssues,
  TYPE_OPTIONS,
} from "@logbook/domain";
import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Entry, type EntryWithText, toEntry } from "./entry.ts";
import { createReports, type Reports } from "./reports.ts";

const anyEntry = fc.tuple(anyIssue, fc.nat()).map(([issue, version]) => toEntry(issue, version));
const anyEntries = fc.uniqueArray(anyEntry, { selector: ({ entry }) => entry.id, maxLength: 40 });
const anyFilters: fc.Arbitrary<Omit<Filters, "show">> = fc.record({
  search: fc.constantFrom("", "l", " Lo", "LOGIN", "login p", "ä", "nowhere"),
  type: fc.constantFrom(...TYPE_OPTIONS),
  status: fc.constantFrom(...STATUS_OPTIONS),
  priority: fc.constantFrom(...PRIORITY_OPTIONS),
});

/** The entries that match the filters, found without an index or cache. */
const matching = (entries: readonly EntryWithText[], filters: Omit<Filters, "show">): Entry[] =>
  entries
    .filter(({ entry, searchText }) => filterMatcher(filters)(entry) && searchText.includes(foldSearch(filters.search)))
    .map(({ entry }) => entry)
    .sort(compareIssues);

function expectToFindAll(reports: Reports): void {
  for (const entry of reports.all) expect(reports.get(entry.id)).toBe(entry);
  expect(reports.get("unknown")).toBeUndefined();
}

describe("the reports", () => {
  it("select the entries that match the filters, in the list's order, whatever was selected before", () => {
    fc.assert(
      fc.property(anyEntries, fc.array(anyFilters, { maxLength: 40 }), (entries, searches) => {
        const reports = createReports(entries);
        for (const filters of searches) expect(reports.select(filters)).toEqual(matching(entries, filters));
      }),
    );
  });

  it("select by the operators of a search as searchMatcher of the domain does, also after changes", () => {
    const anyNote = fc.constantFrom("Again", "It says login", "ÄRGER", "by:max");
    const anyDescription = fc.constantFrom("ada", "Nothing happens");
    const anyReport = fc.tuple(anyIssue, anyDescription, fc.array(anyNote, { maxLength: 2 })).map(
      ([issue, description, notes]): Issue => ({
        ...issue,
        description,
        number: issue.number === null ? null : issue.number % 5,
        amendments: notes.map((text, index) => ({
          id: `${index}`,
          text,
          createdBy: "ada",
          createdAt: issue.createdAt,
        })),
      }),
    );
    const anyReports = fc.uniqueArray(anyReport, { selector: ({ id }) => id, maxLength: 30 });
    const anyTokens = fc.array(
      fc.constantFrom(
        "login",
        "ÄRGER",
        "by:ada",
        "By:LOGIN-bot",
        "by:nobody",
        "is:open",
        "is:bug",
        "#3",
        "in:amendments",
      ),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(anyReports, anyReports, fc.array(anyTokens), (before, changed, searches) => {
        const ids = new Set(changed.map(({ id }) => id));
        const issues = [...before.filter(({ id }, index) => index % 3 > 0 && !ids.has(id)), ...changed];
        const deleted = new Set(before.filter((_, index) => index % 3 === 0).map(({ id }) => id));
        const first = createReports(before.map((issue) => toEntry(issue, 1)));
        first.select({ ...NO_FILTERS, search: "in:amendments again" });
        const reports = first.withChanges({ changed: changed.map((issue) => toEntry(issue, 2)), deleted });
        for (const tokens of searches) {
          const search = tokens.join(" ");
          const expected = sortIssues(issues.filter(searchMatcher(search))).map(({ id }) => id);
          expect(
            reports.select({ ...NO_FILTERS, search }).map(({ id }) => id),
            search,
          ).toEqual(expected);
        }
      }),
    );
  });

  it("select in any order, and cache each order separately", () => {
    fc.assert(
      fc.property(anyEntries, fc.array(fc.tuple(anyFilters, fc.constantFrom(...SORTS))), (entries, selections) => {
        const reports = createReports(entries);
        for (const [filters, sort] of selections)
          expect(reports.select(filters, sort)).toEqual(matching(entries, filters).sort(COMPARATORS[sort]));
      }),
    );
  });

  it("that got changes equal newly created reports, also if the changes are applied twice", () => {
    fc.assert(
      fc.property(
        anyEntries,
        fc.array(fc.record({ added: anyEntries, removed: fc.array(fc.nat({ max: 39 })) }), { maxLength: 5 }),
        fc.array(anyFilters),
        (before, rounds, searches) => {
          let reports = createReports(before);
          let entries = before;
          for (const { added, removed } of rounds) {
            const deleted = new Set(removed.map((index) => entries[index]?.entry.id ?? "unknown"));
            const moved = entries
              .slice(0, 3)
              .map(({ entry }) => ({ entry: { ...entry, status: "TESTING" as const }, searchText: "moved" }));
            const changed = [...added, ...moved];
            const replaced = new Set([...deleted, ...changed.map(({ entry }) => entry.id)]);
            entries = [...entries.filter(({ entry }) => !replaced.has(entry.id)), ...changed];
            const previous = reports;
            reports = reports.withChanges({ changed, deleted });
            reports = reports.withChanges({ changed, deleted });
            expect(reports.all).toEqual(createReports(entries).all);
            for (const current of [reports, previous]) expectToFindAll(current);
            const remaining = new Set(reports.all.map(({ id }) => id));
            for (const id of deleted) if (!remaining.has(id)) expect(reports.get(id)).toBeUndefined();
            expect(reports.stats).toEqual(countStats(reports.all));
            for (const filters of searches) expect(reports.select(filters)).toEqual(matching(entries, filters));
          }
        },
      ),
    );
  });

  it("are found by their new texts after so many changes that the buffer of texts is rebuilt", () => {
    const issues = fc.sample(anyIssue, 1200);
    let entries = issues.map((issue) => toEntry(issue, 1));
    let reports = createReports(entries);
    for (let from = 0; from < issues.length; from += 300) {
      const changed = issues
        .slice(from, from + 300)
        .map((issue, index) => toEntry({ ...issue, title: `tausch ${from + index}` }, 2));
      entries = [...entries.slice(0, from), ...changed, ...entries.slice(from + 300)];
      reports = reports.withChanges({ changed, deleted: new Set() });
      for (const search of ["tausch", "tausch 7", "login", "ada", "nowhere"]) {
        const filters = { ...NO_FILTERS, search };
        expect(reports.select(filters)).toEqual(matching(entries, filters));
      }
    }
  });

  it("do not match a search that spans the texts of two reports", () => {
    const [issue] = fc.sample(anyIssue, 1);
    const two = ["i1", "i2"].map((id) => toEntry({ ...issue!, id, title: "begin", reporter: "end" }, 1));
    const found = (search: string) => createReports(two).select({ ...NO_FILTERS, search }).length;
    expect([found("endbegin"), found("end"), found("begin")]).toEqual([0, 2, 2]);
  });

  it("are found by id", () => {
    fc.assert(
      fc.property(anyEntries, (entries) => {
        const reports = createReports(entries);
        expectToFindAll(reports);
        expect(reports.all).toHaveLength(entries.length);
      }),
    );
  });
});
