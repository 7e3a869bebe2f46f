import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ISSUE_TYPES, STATUS_GROUP_NAMES, STATUS_LABELS, STATUSES, statusGroupLabel } from "./enumerations.ts";
import { NO_FILTERS } from "./list-parameters.ts";
import { filterMatcher } from "./search.ts";
import { countStats, firstStatus, isStep, STATUS_CYCLES, stepsFrom } from "./status.ts";
import { anyIssue, issueWith } from "./testing.ts";

describe("section 4: bug statuses", () => {
  it.each([
    ["OPEN", "IN_PROGRESS", "CLOSED"],
    ["IN_PROGRESS", "TESTING", "OPEN"],
    ["TESTING", "RESOLVED", "IN_PROGRESS"],
    ["RESOLVED", "CLOSED", "TESTING"],
    ["CLOSED", "OPEN", "RESOLVED"],
  ] as const)("%s: the next status is %s, the previous one %s", (from, next, back) => {
    expect(stepsFrom("bug", from)).toEqual({ next, back });
  });
});

describe("section 4: feature statuses", () => {
  it.each([
    ["PLANNED", "IN_PROGRESS", "COMPLETED"],
    ["IN_PROGRESS", "TESTING", "PLANNED"],
    ["TESTING", "COMPLETED", "IN_PROGRESS"],
    ["COMPLETED", "PLANNED", "TESTING"],
  ] as const)("%s: the next status is %s, the previous one %s", (from, next, back) => {
    expect(stepsFrom("feature", from)).toEqual({ next, back });
  });
});

describe("status steps", () => {
  it("no step leads to or from CANCELLED", () => {
    for (const type of ISSUE_TYPES) {
      expect(stepsFrom(type, "CANCELLED")).toBeNull();
      for (const status of STATUSES) expect(isStep(type, status, "CANCELLED")).toBe(false);
    }
  });

  it("exactly 18 of the 128 combinations of a type and two statuses are steps", () => {
    const steps = ISSUE_TYPES.flatMap((type) =>
      STATUSES.flatMap((from) => STATUSES.filter((to) => isStep(type, from, to))),
    );
    // Two steps from each of the five statuses of a bug and the four of a feature.
    expect(steps).toHaveLength(18);
  });

  it("a new bug is Open, and a new feature is Planned", () => {
    expect(firstStatus("bug")).toBe("OPEN");
    expect(firstStatus("feature")).toBe("PLANNED");
  });

  it("after some steps forward and as many steps back, a report has the same status as before", () => {
    const anyStart = fc
      .constantFrom(...ISSUE_TYPES)
      .chain((type) =>
        fc.record({ type: fc.constant(type), status: fc.constantFrom(...STATUS_CYCLES[type]), steps: fc.nat(50) }),
      );
    fc.assert(
      fc.property(anyStart, ({ type, status, steps }) => {
        let currentStatus = status;
        for (let step = 0; step < steps; step += 1) currentStatus = stepsFrom(type, currentStatus)!.next;
        for (let step = 0; step < steps; step += 1) currentStatus = stepsFrom(type, currentStatus)!.back;
        expect(currentStatus).toBe(status);
      }),
    );
  });

  it("every status has the specification's label", () => {
    expect(STATUSES.map((status) => STATUS_LABELS[status])).toEqual([
      "Open",
      "In Progress",
      "Testing",
      "Resolved",
      "Closed",
      "Planned",
      "Completed",
      "Cancelled",
    ]);
  });
});

describe("section 9: stats", () => {
  it("the filter for a status group shows exactly the reports that the number of this group counts", () => {
    fc.assert(
      fc.property(fc.array(anyIssue), (issues) => {
        const stats = countStats(issues);
        for (const group of STATUS_GROUP_NAMES)
          expect(issues.filter(filterMatcher({ ...NO_FILTERS, status: group }))).toHaveLength(stats[group]);
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
