import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Issue } from "./issue.ts";
import { sortIssues } from "./order.ts";
import { SORTS, type Sort } from "./sort.ts";
import { COMPARE, isUnanswered, type Sortable } from "./sort-order.ts";
import { anyIssue } from "./testing.ts";

const toSortable = (issue: Issue): Sortable => ({ ...issue, isUnanswered: isUnanswered(issue) });
const [sample] = fc.sample(anyIssue, { numRuns: 1, seed: 7 });
const bug = (id: string, over: Partial<Issue> = {}): Issue => ({
  ...sample!,
  type: "bug",
  status: "OPEN",
  amendments: [],
  id,
  ...over,
});
const idsBy = (sort: Sort, issues: Issue[]) =>
  issues
    .map(toSortable)
    .sort(COMPARE[sort])
    .map(({ id }) => id);
const note = (byAdmin: boolean) => ({
  id: "a",
  text: "x",
  createdBy: "ada",
  createdAt: "",
  ...(byAdmin && { byAdmin }),
});

describe("the orders of the list", () => {
  it("'status' is the specification's", () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyIssue, { selector: ({ id }) => id }), (issues) => {
        expect(idsBy("status", issues)).toEqual(sortIssues(issues).map(({ id }) => id));
      }),
    );
  });

  it("'newest' and 'changed' go by their time, the latest first", () => {
    const [first, second] = ["2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"];
    const issues = [
      bug("old, changed", { createdAt: first, updatedAt: second }),
      bug("new", { createdAt: second, updatedAt: first }),
    ];
    expect(idsBy("newest", issues)).toEqual(["new", "old, changed"]);
    expect(idsBy("changed", issues)).toEqual(["old, changed", "new"]);
  });

  it("'unanswered' has reports without a reaction by an admin first, the oldest first", () => {
    const at = (day: number) => ({ createdAt: `2026-01-0${day}T00:00:00.000Z` });
    const issues = [
      bug("moved", { ...at(1), status: "IN_PROGRESS" }),
      bug("answered", { ...at(2), amendments: [note(true)] as Issue["amendments"] }),
      bug("amended by a member", { ...at(4), amendments: [note(false)] as Issue["amendments"] }),
      bug("unanswered", at(3)),
    ];
    expect(idsBy("unanswered", issues)).toEqual(["unanswered", "amended by a member", "moved", "answered"]);
  });

  it.each(SORTS)("'%s' is the same whatever the order before", (sort) => {
    fc.assert(
      fc.property(fc.uniqueArray(anyIssue, { selector: ({ id }) => id }), (issues) => {
        expect(idsBy(sort, issues.toReversed())).toEqual(idsBy(sort, issues));
      }),
    );
  });
});
