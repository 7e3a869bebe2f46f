import {
  compareIssues,
  countStats,
  type Filters,
  foldSearch,
  matcher,
  NO_FILTERS,
  PRIORITY_OPTIONS,
  STATUS_OPTIONS,
  TYPE_OPTIONS,
} from "@logbook/domain";
import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Arrival, type Entry, toArrival } from "./entry.ts";
import { createReports, type Reports } from "./reports.ts";

const anyArrival = fc.tuple(anyIssue, fc.nat()).map(([issue, version]) => toArrival(issue, version));
const anyArrivals = fc.uniqueArray(anyArrival, { selector: ({ entry }) => entry.id, maxLength: 40 });
const anyFilters: fc.Arbitrary<Filters> = fc.record({
  search: fc.constantFrom("", "l", " Lo", "LOGIN", "login p", "ä", "nowhere"),
  type: fc.constantFrom(...TYPE_OPTIONS),
  status: fc.constantFrom(...STATUS_OPTIONS),
  priority: fc.constantFrom(...PRIORITY_OPTIONS),
});

/** What the filters show, found out the long way. */
const shown = (arrivals: readonly Arrival[], filters: Filters): Entry[] =>
  arrivals
    .filter(({ entry, searchText }) => matcher(filters)(entry) && searchText.includes(foldSearch(filters.search)))
    .map(({ entry }) => entry)
    .sort(compareIssues);

function expectToFindAll(reports: Reports): void {
  for (const entry of reports.all) expect(reports.get(entry.id)).toBe(entry);
  expect(reports.get("unknown")).toBeUndefined();
}

describe("the reports in memory", () => {
  it("select what the filters show, in the list's order, whatever was selected before", () => {
    fc.assert(
      fc.property(anyArrivals, fc.array(anyFilters, { maxLength: 40 }), (arrivals, asked) => {
        const reports = createReports(arrivals);
        for (const filters of asked) expect(reports.select(filters)).toEqual(shown(arrivals, filters));
      }),
    );
  });

  it("after changes are what they would be made anew, however often the changes come", () => {
    fc.assert(
      fc.property(
        anyArrivals,
        fc.array(fc.record({ arriving: anyArrivals, removed: fc.array(fc.nat({ max: 39 })) }), { maxLength: 5 }),
        fc.array(anyFilters),
        (before, rounds, asked) => {
          let reports = createReports(before);
          let arrivals = before;
          for (const { arriving, removed } of rounds) {
            const deleted = new Set(removed.map((at) => arrivals[at]?.entry.id ?? "unknown"));
            const moved = arrivals
              .slice(0, 3)
              .map(({ entry }) => ({ entry: { ...entry, status: "TESTING" as const }, searchText: "moved" }));
            const changed = [...arriving, ...moved];
            const replaced = new Set([...deleted, ...changed.map(({ entry }) => entry.id)]);
            arrivals = [...arrivals.filter(({ entry }) => !replaced.has(entry.id)), ...changed];
            const past = reports;
            reports = reports.withChanges({ changed, deleted });
            reports = reports.withChanges({ changed, deleted });
            expect(reports.all).toEqual(createReports(arrivals).all);
            for (const known of [reports, past]) expectToFindAll(known);
            const there = new Set(reports.all.map(({ id }) => id));
            for (const id of deleted) if (!there.has(id)) expect(reports.get(id)).toBeUndefined();
            expect(reports.stats).toEqual(countStats(reports.all));
            for (const filters of asked) expect(reports.select(filters)).toEqual(shown(arrivals, filters));
          }
        },
      ),
    );
  });

  it("stay right when so much has changed that the texts are gathered anew", () => {
    const issues = fc.sample(anyIssue, 1200);
    let arrivals = issues.map((issue) => toArrival(issue, 1));
    let reports = createReports(arrivals);
    for (let from = 0; from < issues.length; from += 300) {
      const changed = issues
        .slice(from, from + 300)
        .map((issue, at) => toArrival({ ...issue, title: `tausch ${from + at}` }, 2));
      arrivals = [...arrivals.slice(0, from), ...changed, ...arrivals.slice(from + 300)];
      reports = reports.withChanges({ changed, deleted: new Set() });
      for (const search of ["tausch", "tausch 7", "login", "ada", "nowhere"]) {
        const filters = { ...NO_FILTERS, search };
        expect(reports.select(filters)).toEqual(shown(arrivals, filters));
      }
    }
  });

  it("find nothing that only two texts together hold", () => {
    const [issue] = fc.sample(anyIssue, 1);
    const two = ["i1", "i2"].map((id) => toArrival({ ...issue!, id, title: "begin", reporter: "end" }, 1));
    const found = (search: string) => createReports(two).select({ ...NO_FILTERS, search }).length;
    expect([found("endbegin"), found("end"), found("begin")]).toEqual([0, 2, 2]);
  });

  it("find one by its id", () => {
    fc.assert(
      fc.property(anyArrivals, (arrivals) => {
        const reports = createReports(arrivals);
        expectToFindAll(reports);
        expect(reports.all).toHaveLength(arrivals.length);
      }),
    );
  });
});
