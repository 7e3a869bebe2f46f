import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PRIORITIES, STATUSES } from "./enumerations.ts";
import type { Issue } from "./issue.ts";
import { COMPARATORS, compareIssues, isUnanswered, SORTS, type Sort, type Sortable, sortIssues } from "./sort.ts";
import { anyIssue, issueWith } from "./testing.ts";
import { turnOf } from "./turn.ts";

const toSortable = (issue: Issue): Sortable => ({
  ...issue,
  isUnanswered: isUnanswered(issue),
  turn: turnOf(issue),
  unfixed: issue.fixAnswers?.no ?? 0,
});
const bugWith = (id: string, fields: Partial<Issue> = {}): Issue =>
  issueWith({ type: "bug", status: "OPEN", amendments: [], id, ...fields });
const sortedIds = (sort: Sort, issues: Issue[]) =>
  issues
    .map(toSortable)
    .sort(COMPARATORS[sort])
    .map(({ id }) => id);
const amendmentsBy = (author: "admin" | "member"): Issue["amendments"] => [
  { id: "a", text: "x", createdBy: "ada", createdAt: "", ...(author === "admin" && { byAdmin: true }) },
];

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

  it("'unfixed' begins with the reports that still happen for most members", () => {
    const issues = [
      bugWith("fixed", { status: "RESOLVED", fixAnswers: { yes: 9, no: 0 } }),
      bugWith("unfixed", { status: "CLOSED", fixAnswers: { yes: 0, no: 2 } }),
      bugWith("hardly fixed", { status: "RESOLVED", fixAnswers: { yes: 9, no: 1 } }),
      bugWith("open"),
    ];
    expect(sortedIds("unfixed", issues)).toEqual(["unfixed", "hardly fixed", "fixed", "open"]);
  });

  it.each(SORTS)("'%s' gives the same order if the reports come in the opposite order", (sort) => {
    fc.assert(
      fc.property(fc.uniqueArray(anyIssue, { selector: ({ id }) => id }), (issues) => {
        expect(sortedIds(sort, issues.toReversed())).toEqual(sortedIds(sort, issues));
      }),
    );
  });
});
