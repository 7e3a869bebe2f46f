import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Filters,
  NO_FILTERS,
  PRIORITIES,
  PRIORITY_OPTIONS,
  SHOW_OPTIONS,
  STATUS_GROUP_NAMES,
  STATUS_OPTIONS,
  STATUSES,
  statusGroupLabel,
  TYPE_OPTIONS,
} from "./enumerations.ts";
import type { Issue } from "./issue.ts";
import { ELLIPSIS, PAGE_SIZES, paginate, paginationEntries } from "./page.ts";
import { filterMatcher, foldSearch, searchText } from "./search.ts";
import { compareIssues, sortIssues } from "./sort.ts";
import { countStats } from "./status.ts";
import { anyIssue } from "./testing.ts";

/** A predicate for the reports that the filters and the search show. */
const shows = (filters: Filters) => (issue: Issue) =>
  filterMatcher(filters)(issue) && searchText(issue).includes(foldSearch(filters.search));

const [sampleIssue] = fc.sample(anyIssue, 1);
const issueWith = (fields: Partial<Issue>): Issue => ({ ...sampleIssue!, ...fields });
const anyFilters: fc.Arbitrary<Filters> = fc.record({
  search: fc.constantFrom("", " login ", "LOGIN", "ä", "nowhere"),
  type: fc.constantFrom(...TYPE_OPTIONS),
  status: fc.constantFrom(...STATUS_OPTIONS),
  priority: fc.constantFrom(...PRIORITY_OPTIONS),
  show: fc.constantFrom(...SHOW_OPTIONS),
});

describe("section 9: sort", () => {
  it("orders by status, then by priority, as the specification lists them", () => {
    const byStatus = sortIssues(STATUSES.map((status) => issueWith({ status, priority: "LOW" })));
    expect(byStatus.map(({ status }) => status)).toEqual([
      "IN_PROGRESS",
      "TESTING",
      "RESOLVED",
      "OPEN",
      "PLANNED",
      "COMPLETED",
      "CLOSED",
      "CANCELLED",
    ]);
    const byPriority = sortIssues(PRIORITIES.map((priority) => issueWith({ status: "OPEN", priority })));
    expect(byPriority.map(({ priority }) => priority)).toEqual(["CRITICAL", "HIGH", "MEDIUM", "LOW"]);
    const sorted = sortIssues([
      issueWith({ id: "a1", status: "CLOSED", priority: "CRITICAL" }),
      issueWith({ id: "a2", status: "IN_PROGRESS", priority: "LOW" }),
      issueWith({ id: "a3", status: "IN_PROGRESS", priority: "HIGH" }),
    ]);
    expect(sorted.map(({ id }) => id)).toEqual(["a3", "a2", "a1"]);
  });

  it("orders reports of the same status and priority from the newest to the oldest, then by id", () => {
    const statusAndPriority = { status: "OPEN", priority: "LOW" } as const;
    const sorted = sortIssues([
      issueWith({ id: "b", createdAt: "2025-01-01T00:00:00.000Z", ...statusAndPriority }),
      issueWith({ id: "a", createdAt: "2025-01-01T00:00:00.000Z", ...statusAndPriority }),
      issueWith({ id: "c", createdAt: "2025-02-01T00:00:00.000Z", ...statusAndPriority }),
    ]);
    expect(sorted.map(({ id }) => id)).toEqual(["c", "a", "b"]);
  });

  it("never treats two different reports as equal, and gives the opposite result if the two are swapped", () => {
    fc.assert(
      fc.property(anyIssue, anyIssue, (a, b) => {
        expect(Math.sign(compareIssues(a, b)) + Math.sign(compareIssues(b, a))).toBe(0);
        if (a.id !== b.id) expect(compareIssues(a, b)).not.toBe(0);
      }),
    );
  });
});

describe("section 9: search and filters", () => {
  it.each([
    ["the title", { title: "Broken CALENDAR", description: "", reporter: "x" }],
    ["the description", { title: "", description: "the calendar is late", reporter: "x" }],
    ["the reporter", { title: "", description: "", reporter: "Calendar-Fan" }],
  ])("a search finds a text in %s, in upper or lower case", (_, texts) => {
    expect(shows({ ...NO_FILTERS, search: "caLENdar" })(issueWith(texts))).toBe(true);
    expect(shows({ ...NO_FILTERS, search: "calendars" })(issueWith(texts))).toBe(false);
  });

  it.each([
    ["ΚΟΣΜΟΣ", "ΚΟΣ"],
    ["ΛΆΘΟΣ", "λάθος"],
    ["ΑΣΤΕΡΙ", "ας"],
    ["J\u030c", "\u01f0"],
    ["\u03ab\u0301", "\u03b0"],
    ["cafe\u0301", "CAFÉ"],
  ])("the title %j is found by the search %j, which has another case or Unicode form", (title, search) => {
    expect(shows({ ...NO_FILTERS, search })(issueWith({ title, description: "", reporter: "x" }))).toBe(true);
  });

  it("a search ignores the spaces around its text", () => {
    const report = issueWith({ title: "calendar", description: "", reporter: "x" });
    for (const search of [" calendar", "calendar \t", "  "])
      expect(shows({ ...NO_FILTERS, search })(report)).toBe(true);
  });

  it("a search does not find a text that begins in one field and ends in the next field", () => {
    const report = issueWith({ title: "ab", description: "cd", reporter: "ef" });
    for (const search of ["abcd", "ab cd", "ab\ncd", "cdef"])
      expect(shows({ ...NO_FILTERS, search })(report)).toBe(false);
  });

  it("a search looks only at title, description and reporter", () => {
    const report = issueWith({ title: "", description: "", reporter: "x", howItWorks: "calendar" });
    expect(shows({ ...NO_FILTERS, search: "calendar" })(report)).toBe(false);
  });

  it("the filters of type, status and priority show only matching reports, and no filter shows all", () => {
    fc.assert(
      fc.property(fc.array(anyIssue), anyFilters, (issues, filters) => {
        for (const shownIssue of issues.filter(shows(filters))) {
          if (filters.type !== "all") expect(shownIssue.type).toBe(filters.type);
          if (filters.status !== "all") expect(shownIssue.status).toBe(filters.status);
          if (filters.priority !== "all") expect(shownIssue.priority).toBe(filters.priority);
        }
        expect(issues.filter(shows(NO_FILTERS))).toEqual(issues);
      }),
    );
  });
});

describe("section 9: pages", () => {
  it("all pages together are the filtered list in its order", () => {
    fc.assert(
      fc.property(
        fc.array(anyIssue, { maxLength: 260 }),
        anyFilters,
        fc.constantFrom(...PAGE_SIZES),
        (issues, filters, size) => {
          const list = sortIssues(issues.filter(shows(filters)));
          const { pages } = paginate(list, 1, size).page;
          const allItems = Array.from({ length: pages }, (_, index) => paginate(list, index + 1, size).items).flat();
          expect(allItems).toEqual(list);
        },
      ),
      { numRuns: 50 },
    );
  });

  it("a page number past the end gives the last page, and an empty list has one empty page", () => {
    const list = Array.from({ length: 21 }, (_, index) => index);
    expect(paginate(list, 99, 10)).toEqual({ items: [20], page: { number: 3, size: 10, pages: 3, total: 21 } });
    expect(paginate([], 4, 10)).toEqual({ items: [], page: { number: 1, size: 10, pages: 1, total: 0 } });
  });

  it.each([
    [1, 1, []],
    [2, 5, [1, 2, 3, 4, 5]],
    [1, 6, [1, 2, 3, 4, ELLIPSIS, 6]],
    [3, 9, [1, 2, 3, 4, ELLIPSIS, 9]],
    [4, 9, [1, ELLIPSIS, 3, 4, 5, ELLIPSIS, 9]],
    [4, 6, [1, ELLIPSIS, 3, 4, 5, 6]],
    [6, 9, [1, ELLIPSIS, 5, 6, 7, ELLIPSIS, 9]],
    [7, 9, [1, ELLIPSIS, 6, 7, 8, 9]],
    [9, 9, [1, ELLIPSIS, 6, 7, 8, 9]],
  ])("the pagination of page %i of %i shows %j", (current, pages, entries) => {
    expect(paginationEntries(current, pages)).toEqual(entries);
  });

  it("the pagination contains the current, the first and the last page, and has at most 7 entries", () => {
    const anyPosition = fc
      .integer({ min: 2, max: 10_000 })
      .chain((pages) => fc.record({ current: fc.integer({ min: 1, max: pages }), pages: fc.constant(pages) }));
    fc.assert(
      fc.property(anyPosition, ({ current, pages }) => {
        const entries = paginationEntries(current, pages);
        expect(entries).toContain(current);
        expect(entries[0]).toBe(1);
        expect(entries.at(-1)).toBe(pages);
        expect(entries.length).toBeLessThanOrEqual(7);
      }),
    );
  });
});

describe("section 9: stats", () => {
  it("the filter for a status group shows exactly the reports that the number of this group counts", () => {
    fc.assert(
      fc.property(fc.array(anyIssue), (issues) => {
        const stats = countStats(issues);
        for (const group of STATUS_GROUP_NAMES)
          expect(issues.filter(shows({ ...NO_FILTERS, status: group }))).toHaveLength(stats[group]);
      }),
    );
    expect(STATUS_GROUP_NAMES.map(statusGroupLabel)).toEqual([
      "Open, Planned",
      "In Progress, Testing, Resolved",
      "Completed, Closed",
    ]);
  });

  it("the numbers open, in progress and closed count groups of statuses; CANCELLED counts only in the total", () => {
    const statuses = [
      "OPEN",
      "PLANNED",
      "IN_PROGRESS",
      "TESTING",
      "RESOLVED",
      "COMPLETED",
      "CLOSED",
      "CANCELLED",
    ] as const;
    const issues = statuses.map((status) => issueWith({ status, type: "bug" }));
    expect(countStats(issues)).toEqual({ bugs: 8, features: 0, total: 8, open: 2, inProgress: 3, closed: 2 });
  });

  it("bugs and features add up to the total", () => {
    fc.assert(
      fc.property(fc.array(anyIssue), (issues) => {
        const stats = countStats(issues);
        expect(stats.bugs + stats.features).toBe(stats.total);
        expect(stats.total).toBe(issues.length);
      }),
    );
  });
});
