import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Issue } from "./issue.ts";
import { sortIssues } from "./order.ts";
import { SORTS, type Sort } from "./sort.ts";
import { COMPARATORS, isUnanswered, type Sortable } from "./sort-order.ts";
import { anyIssue } from "./testing.ts";

const toSortable = (issue: Issue): Sortable => ({ ...issue, isUnanswered: isUnanswered(issue) });
const [sample] = fc.sample(anyIssue, { numRuns: 1, seed: 7 });
const bug = (id: string, overrides: Partial<Issue> = {}): Issue => ({
  ...sample!,
  type: "bug",
  status: "OPEN",
  amendments: [],
  id,
  ...overrides,
});
const idsBy = (sort: Sort, issues: Issue[]) =>
  issues
    .map(toSortable)
    .sort(COMPARATORS[sort])
    .map(({ id }) => id);
const amendmentBy = (author: "admin" | "member"): Issue["amendments"] => [
  { id: "a", text: "x", createdBy: "ada", createdAt: "", ...(author === "admin" && { byAdmin: true }) },
];

describe("the orders of the list", () => {
  it("'status' is the order of the specification", () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyIssue, { selector: ({ id }) => id }), (issues) => {
        expect(idsBy("status", issues)).toEqual(sortIssues(issues).map(({ id }) => id));
      }),
    );
  });

  it("'newest' sorts by the time of filing, 'changed' by the last change, the latest first", () => {
    const [first, second] = ["2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"];
    const issues = [
      bug("old, changed", { createdAt: first, updatedAt: second }),
      bug("new", { createdAt: second, updatedAt: first }),
    ];
    expect(idsBy("newest", issues)).toEqual(["new", "old, changed"]);
    expect(idsBy("changed", issues)).toEqual(["old, changed", "new"]);
  });

  it("'unanswered' begins with the reports to which no admin has reacted; the oldest is first, also among the others", () => {
    const createdOn = (day: number) => ({ createdAt: `2026-01-0${day}T00:00:00.000Z` });
    const issues = [
      bug("moved", { ...createdOn(1), status: "IN_PROGRESS" }),
      bug("answered", { ...createdOn(2), amendments: amendmentBy("admin") }),
      bug("amended by a member", { ...createdOn(4), amendments: amendmentBy("member") }),
      bug("unanswered", createdOn(3)),
    ];
    expect(idsBy("unanswered", issues)).toEqual(["unanswered", "amended by a member", "moved", "answered"]);
  });

  it.each(SORTS)("'%s' does not depend on the order in which the reports come", (sort) => {
    fc.assert(
      fc.property(fc.uniqueArray(anyIssue, { selector: ({ id }) => id }), (issues) => {
        expect(idsBy(sort, issues.toReversed())).toEqual(idsBy(sort, issues));
      }),
    );
  });
});
