import { expect, it } from "vitest";
import { ISSUE_TYPES, STATUSES } from "./enumerations.ts";
import { asksIfFixed, fixTallyText, keepsFixAnswers } from "./fix.ts";
import { STATUS_CYCLES, stepsFrom } from "./status.ts";

it("a bug asks 'Fixed for you?' when it is Resolved, a feature when it is Completed, unless it is closed", () => {
  const asking = ISSUE_TYPES.flatMap((type) =>
    STATUSES.filter((status) => asksIfFixed({ type, status })).map((status) => `${type} ${status}`),
  );
  expect(asking).toEqual(["bug RESOLVED", "feature COMPLETED"]);
  expect(asksIfFixed({ type: "bug", status: "RESOLVED", closedAs: "not-planned" })).toBe(false);
  expect(asksIfFixed({ type: "bug", status: "RESOLVED", duplicateOf: { id: "other", since: "" } })).toBe(false);
});

it("the answers stay in a step between Resolved and Closed only", () => {
  const keeping = ISSUE_TYPES.flatMap((type) =>
    STATUS_CYCLES[type].flatMap((from) =>
      Object.values(stepsFrom(type, from)!)
        // Before Resolved and Completed there are no answers.
        .filter((to) => keepsFixAnswers(to) && ["RESOLVED", "CLOSED", "COMPLETED"].includes(from))
        .map((to) => `${from} to ${to}`),
    ),
  );
  expect(keeping).toEqual(["RESOLVED to CLOSED", "CLOSED to RESOLVED"]);
});

it("the answers in words say only what somebody has said", () => {
  expect(fixTallyText({ yes: 5, no: 2 })).toBe("5 yes, 2 still happen");
  expect(fixTallyText({ yes: 1, no: 0 })).toBe("1 yes");
  expect(fixTallyText({ yes: 0, no: 1 })).toBe("1 still happens");
});
