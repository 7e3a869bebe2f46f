import { keysOf, NO_FILTERS, SHOW_OPTIONS, type Show } from "@logbook/domain";
import { anyFilters, anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toEntry } from "../board/entry.ts";
import { createReports } from "../board/reports.ts";
import { countTabs, selectEntries, type Viewer } from "./select-entries.ts";

const viewerNamed = (username: string, isAdmin: boolean): Viewer => ({
  caller: { uid: username, username, isAdmin },
  follows: null,
});
const anyViewer = fc.constantFrom(viewerNamed("Ada", true), viewerNamed("max", false), viewerNamed("nobody", true));
const anyEntries = fc
  .uniqueArray(fc.tuple(anyIssue, fc.constantFrom(undefined, "Ada", "max")), {
    selector: ([{ id }]) => id,
    maxLength: 30,
  })
  .map((issues) => issues.map(([issue, assignee]) => toEntry({ ...issue, ...(assignee && { assignee }) }, 1)));

describe("the counts of the tabs", () => {
  it("are the numbers of reports that a click on each tab shows, also after changes", () => {
    const anySelection = fc.oneof(anyFilters, fc.constant(NO_FILTERS));
    const property = fc.property(
      anyEntries,
      anyEntries,
      anySelection,
      anyViewer,
      (entries, changed, filters, viewer) => {
        const before = createReports(entries);
        countTabs(before, filters, viewer);
        const deleted = new Set(entries.slice(0, 3).map(({ entry }) => entry.id));
        const after = before.withChanges({ changed, deleted });
        for (const reports of [after, before]) {
          const counts = countTabs(reports, filters, viewer);
          const shownBy = (show: Show) => selectEntries(reports, { ...filters, show }, viewer).length;
          expect(counts).toEqual(Object.fromEntries(keysOf(counts).map((show) => [show, shownBy(show)])));
        }
      },
    );
    fc.assert(property);
  });

  it("leave out 'Mine to do' for members, and 'Following' in the other tabs", () => {
    const tabsOf = (isAdmin: boolean, show: Show) => {
      const reports = createReports([]);
      return keysOf(countTabs(reports, { ...NO_FILTERS, show }, viewerNamed("max", isAdmin)));
    };
    expect(tabsOf(true, "following")).toEqual(SHOW_OPTIONS);
    expect(tabsOf(false, "all")).toEqual(["all", "mine", "unanswered", "mine-unanswered"]);
  });
});
