import {
  COMPARATORS,
  compareIssues,
  countStats,
  type Filters,
  filterMatcher,
  foldSearch,
  type Issue,
  NO_FILTERS,
  SORTS,
  searchMatcher,
  sortIssues,
} from "@logbook/domain";
import { anyFilters, anyIssue, issueWith } from "@logbook/domain/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Entry, type EntryWithText, toEntry } from "./entry.ts";
import { createReports, type Reports } from "./reports.ts";

const anyEntry = fc.tuple(anyIssue, fc.nat()).map(([issue, version]) => toEntry(issue, version));
const MAX_ENTRIES = 40;
const anyEntries = fc.uniqueArray(anyEntry, { selector: ({ entry }) => entry.id, maxLength: MAX_ENTRIES });
const anySearch = fc.constantFrom("", "l", " Lo", "LOGIN", "login p", "ä", "nowhere");
const anySelection = fc.tuple(anyFilters, anySearch).map(([filters, search]) => ({ ...filters, search }));

/** The entries that match the filters, in the list's order, found without an index or cache. */
const findMatching = (entries: readonly EntryWithText[], filters: Omit<Filters, "show">): Entry[] =>
  entries
    .filter(({ entry, text }) => filterMatcher(filters)(entry) && text.includes(foldSearch(filters.search)))
    .map(({ entry }) => entry)
    .sort(compareIssues);

function expectToFindAllById(reports: Reports): void {
  for (const entry of reports.all) expect(reports.get(entry.id)).toBe(entry);
  expect(reports.get("unknown")).toBeUndefined();
}

describe("the reports", () => {
  it("select the entries that match the filters, in the list's order, whatever was selected before", () => {
    fc.assert(
      fc.property(anyEntries, fc.array(anyFilters, { maxLength: 40 }), (entries, selections) => {
        const reports = createReports(entries);
        for (const filters of selections) expect(reports.select(filters)).toEqual(findMatching(entries, filters));
      }),
    );
  });

  it("select the reports whose texts look like the search", () => {
    const titles = ["İstanbul", "Straßenkarte", "conﬁguration", "It doesn’t", "no\u00a0break", "ＵＳＢ"];
    const entries = titles.map((title, index) => toEntry(issueWith({ id: `report-${index}`, title }), index));
    const reports = createReports(entries);
    const searches = ["istanbul", "STRASSENKARTE", "configuration", "doesn't", "no break", "usb"];
    const found = searches.map((search) => reports.select({ ...NO_FILTERS, search }).map(({ id }) => id));
    expect(found).toEqual(titles.map((_, index) => [`report-${index}`]));
    const byName = toEntry(issueWith({ id: "by-name", title: "", reporter: "İbrahim" }), 1);
    const reportsByName = createReports([byName]);
    expect(reportsByName.select({ ...NO_FILTERS, search: "by:IBRAHIM" })).toEqual([byName.entry]);
  });

  it("select the same reports as the domain's searchMatcher for a search with operators, also after changes", () => {
    const anyAmendmentText = fc.constantFrom("Again", "It says login", "ÄRGER", "by:max");
    const anyDescription = fc.constantFrom("ada", "Nothing happens");
    const anyReport = fc.tuple(anyIssue, anyDescription, fc.array(anyAmendmentText, { maxLength: 2 })).map(
      ([issue, description, amendmentTexts]): Issue => ({
        ...issue,
        description,
        // Small numbers, so that `#3` finds some reports.
        number: issue.number === null ? null : issue.number % 5,
        amendments: amendmentTexts.map((text, index) => ({
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
      fc.property(anyReports, anyReports, fc.array(anyTokens), (issuesBefore, changed, searches) => {
        const changedIds = new Set(changed.map(({ id }) => id));
        const deleted = new Set(issuesBefore.filter((_, index) => index % 3 === 0).map(({ id }) => id));
        const unchanged = issuesBefore.filter(({ id }) => !deleted.has(id) && !changedIds.has(id));
        const issues = [...unchanged, ...changed];
        const reportsBefore = createReports(issuesBefore.map((issue) => toEntry(issue, 1)));
        // The first search in amendments creates their texts, which the changes then have to update.
        reportsBefore.select({ ...NO_FILTERS, search: "in:amendments again" });
        const reports = reportsBefore.withChanges({ changed: changed.map((issue) => toEntry(issue, 2)), deleted });
        for (const [index, tokens] of searches.entries()) {
          // Freed data are computed again.
          if (index === 2) reports.freeMemory();
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
      fc.property(anyEntries, fc.array(fc.tuple(anySelection, fc.constantFrom(...SORTS))), (entries, selections) => {
        const reports = createReports(entries);
        for (const [filters, sort] of selections)
          expect(reports.select(filters, sort)).toEqual(findMatching(entries, filters).sort(COMPARATORS[sort]));
      }),
    );
  });

  it("are the same as reports created from the changed entries, even if each change is applied twice", () => {
    fc.assert(
      fc.property(
        anyEntries,
        fc.array(fc.record({ added: anyEntries, removedIndexes: fc.array(fc.nat({ max: MAX_ENTRIES })) }), {
          maxLength: 5,
        }),
        fc.array(anyFilters),
        (entriesBefore, rounds, selections) => {
          let reports = createReports(entriesBefore);
          let entries = entriesBefore;
          for (const { added, removedIndexes } of rounds) {
            const deleted = new Set(removedIndexes.map((index) => entries[index]?.entry.id ?? "unknown"));
            const steppedEntries = entries
              .slice(0, 3)
              .map(({ entry }) => ({ entry: { ...entry, status: "TESTING" as const }, text: Buffer.from("stepped") }));
            const changed = [...added, ...steppedEntries];
            const replacedIds = new Set([...deleted, ...changed.map(({ entry }) => entry.id)]);
            entries = [...entries.filter(({ entry }) => !replacedIds.has(entry.id)), ...changed];
            const reportsBefore = reports;
            reports = reports.withChanges({ changed, deleted });
            reports = reports.withChanges({ changed, deleted });
            expect(reports.all).toEqual(createReports(entries).all);
            expectToFindAllById(reports);
            expectToFindAllById(reportsBefore);
            const remainingIds = new Set(reports.all.map(({ id }) => id));
            for (const id of deleted) if (!remainingIds.has(id)) expect(reports.get(id)).toBeUndefined();
            expect(reports.stats).toEqual(countStats(reports.all));
            for (const filters of selections) expect(reports.select(filters)).toEqual(findMatching(entries, filters));
          }
        },
      ),
    );
  });

  it("are found by their new titles after 1,200 changes, which rebuild the buffer of texts", () => {
    const issues = fc.sample(anyIssue, 1200);
    let entries = issues.map((issue) => toEntry(issue, 1));
    let reports = createReports(entries);
    for (let start = 0; start < issues.length; start += 300) {
      const changed = issues
        .slice(start, start + 300)
        .map((issue, index) => toEntry({ ...issue, title: `retitled ${start + index}` }, 2));
      entries = [...entries.slice(0, start), ...changed, ...entries.slice(start + 300)];
      reports = reports.withChanges({ changed, deleted: new Set() });
      for (const search of ["retitled", "retitled 7", "login", "ada", "nowhere"]) {
        const filters = { ...NO_FILTERS, search };
        expect(reports.select(filters)).toEqual(findMatching(entries, filters));
      }
    }
  });

  it("do not match a search that spans the texts of two reports", () => {
    const [issue] = fc.sample(anyIssue, 1);
    // A report's text begins with the title and ends with the reporter's name.
    const entries = ["i1", "i2"].map((id) => toEntry({ ...issue!, id, title: "begin", reporter: "end" }, 1));
    const countMatches = (search: string) => createReports(entries).select({ ...NO_FILTERS, search }).length;
    expect(["endbegin", "end", "begin"].map(countMatches)).toEqual([0, 2, 2]);
  });

  it("are found by id", () => {
    fc.assert(
      fc.property(anyEntries, (entries) => {
        const reports = createReports(entries);
        expectToFindAllById(reports);
        expect(reports.all).toHaveLength(entries.length);
      }),
    );
  });
});
