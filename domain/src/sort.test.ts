import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Issue } from "./issue.ts";
import { COMPARATORS, isUnanswered, SORTS, type Sort, type Sortable, sortIssues } from "./sort.ts";
import { anyIssue } from "./testing.ts";

const toSortable = (issue: Issue): Sortable => ({ ...issue, isUnanswered: isUnanswered(issue) });
const [sampleIssue] = fc.sample(anyIssue, 1);
const bugWith = (id: string, fields: Partial<Issue> = {}): Issue => ({
  ...sampleIssue!,
  type: "bug",
  status: "OPEN",
  amendments: [],
  id,
  ...fields,
});
const sortedIds = (sort: Sort, issues: Issue[]) =>
  issues
    .map(toSortable)
    .sort(COMPARATORS[sort])
    .map(({ id }) => id);
const amendmentsBy = (author: "admin" | "member"): Issue["amendments"] => [
  { id: "a", text: "x", createdBy: "ada", createdAt: "", ...(author === "admin" && { byAdmin: true }) },
];

describe("the orders of the list", () => {
  it("'status' is the order of the specification", () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyIssue, { selector: ({ id }) => id }), (issues) => {
        expect(sortedIds("status", issues)).toEqual(sortIssues(issues).map(({ id }) => id));
      }),
    );
  });

  it("'newest' sorts by the time of filing, 'changed' by the time of the last change, the latest report first", () => {
    const [earlier, later] = ["2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"];
    const issues = [
      bugWith("filed first", { createdAt: earlier, updatedAt: later }),
      bugWith("changed first", { createdAt: later, updatedAt: earlier }),
    ];
    expect(sortedIds("newest", issues)).toEqual(["changed first", "filed first"]);
    expect(sortedIds("changed", issues)).toEqual(["filed first", "changed first"]);
  });

  it("'unanswered' shows reports without an admin's reaction first; each group begins with its oldest report", () => {
    const createdOn = (day: number) => ({ createdAt: `2026-01-0${day}T00:00:00.000Z` });
    const issues = [
      bugWith("moved", { ...createdOn(1), status: "IN_PROGRESS" }),
      bugWith("answered", { ...createdOn(2), amendments: amendmentsBy("admin") }),
      bugWith("amended by a member", { ...createdOn(4), amendments: amendmentsBy("member") }),
      bugWith("unanswered", createdOn(3)),
    ];
    expect(sortedIds("unanswered", issues)).toEqual(["unanswered", "amended by a member", "moved", "answered"]);
  });

  it.each(SORTS)("'%s' gives the same order if the reports come in the opposite order", (sort) => {
    fc.assert(
      fc.property(fc.uniqueArray(anyIssue, { selector: ({ id }) => id }), (issues) => {
        expect(sortedIds(sort, issues.toReversed())).toEqual(sortedIds(sort, issues));
      }),
    );
  });
});
