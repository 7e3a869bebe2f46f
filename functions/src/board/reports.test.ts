import {
  type Filters,
  matcher,
  NO_FILTERS,
  PRIORITY_OPTIONS,
  STATUS_OPTIONS,
  sortIssues,
  TYPE_OPTIONS,
} from "@logbook/domain";
import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toEntry } from "./entry.ts";
import { createReports, withChanges } from "./reports.ts";

const anyEntries = fc.uniqueArray(anyIssue.map(toEntry), { selector: ({ id }) => id, maxLength: 40 });
const anyFilters: fc.Arbitrary<Filters> = fc.record({
  search: fc.constantFrom("", "l", " Lo", "LOGIN", "login p", "ä", "nowhere"),
  type: fc.constantFrom(...TYPE_OPTIONS),
  status: fc.constantFrom(...STATUS_OPTIONS),
  priority: fc.constantFrom(...PRIORITY_OPTIONS),
});

describe("the reports in memory", () => {
  it("select what the filters show, in the list's order, whatever was selected before", () => {
    fc.assert(
      fc.property(anyEntries, fc.array(anyFilters, { maxLength: 40 }), (entries, asked) => {
        const reports = createReports(entries);
        for (const filters of asked)
          expect(reports.select(filters)).toEqual(sortIssues(entries).filter(matcher(filters)));
      }),
    );
  });

  it("after changes are what they would be made anew, however often the changes come", () => {
    fc.assert(
      fc.property(anyEntries, anyEntries, fc.array(fc.nat({ max: 39 })), (before, arriving, removed) => {
        const deleted = new Set(removed.map((at) => before[at]?.id ?? "unknown"));
        const changed = [...arriving, ...before.slice(0, 3).map((entry) => ({ ...entry, status: "TESTING" as const }))];
        const once = withChanges(createReports(before), { changed, deleted });
        const ids = new Set(changed.map(({ id }) => id));
        const anew = createReports([...before.filter(({ id }) => !ids.has(id) && !deleted.has(id)), ...changed]);
        expect(once.all).toEqual(anew.all);
        expect(once.stats).toEqual(anew.stats);
        expect(withChanges(once, { changed, deleted }).all).toEqual(anew.all);
      }),
    );
  });

  it("find one by its id", () => {
    fc.assert(
      fc.property(anyEntries, (entries) => {
        const reports = createReports(entries);
        for (const entry of entries) expect(reports.get(entry.id)).toBe(entry);
        expect(reports.get("unknown")).toBeUndefined();
      }),
    );
  });

  it("look through no more than what a part of the search had found", () => {
    let looked = 0;
    const entries = fc.sample(anyIssue, 200).map((issue) => {
      const entry = toEntry(issue);
      return Object.defineProperty({ ...entry }, "searchText", {
        get() {
          looked += 1;
          return entry.searchText;
        },
      });
    });
    const reports = createReports(entries);
    const found = reports.select({ ...NO_FILTERS, search: "calendar" });
    looked = 0;
    reports.select({ ...NO_FILTERS, search: "calendar\u0000it" });
    expect(looked).toBe(found.length);
    looked = 0;
    reports.select({ ...NO_FILTERS, search: "Calendar " });
    expect(looked).toBe(0);
  });
});
