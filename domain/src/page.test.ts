import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ELLIPSIS, PAGE_SIZES, paginate, paginationEntries } from "./page.ts";
import { filterMatcher } from "./search.ts";
import { sortIssues } from "./sort.ts";
import { anyFilters, anyIssue } from "./testing.ts";

describe("section 9: pages", () => {
  it("all pages together are the filtered list in its order", () => {
    fc.assert(
      fc.property(
        // More reports than two pages of the largest size can show.
        fc.array(anyIssue, { maxLength: 260 }),
        anyFilters,
        fc.constantFrom(...PAGE_SIZES),
        (issues, filters, size) => {
          const list = sortIssues(issues.filter(filterMatcher(filters)));
          const { pages } = paginate(list, 1, size).page;
          const allItems = Array.from({ length: pages }, (_, index) => paginate(list, index + 1, size).items).flat();
          expect(allItems).toEqual(list);
        },
      ),
      // Half of the default, because long lists take long.
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
