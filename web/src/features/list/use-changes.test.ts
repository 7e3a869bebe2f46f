import type { Issue, Stats } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import type { IssueChanges, IssuePage } from "./list-issues.ts";
import { mergeChanges, updateCounts } from "./use-changes.ts";

const makeIssue = (id: string, changes: Partial<Issue> = {}) =>
  ({ id, title: id, status: "OPEN", ...changes }) as Issue;

describe("changes by others, merged into the shown reports", () => {
  it("do not change the order of the shown reports, and add no new reports", () => {
    const { issues, deleted } = mergeChanges(
      [makeIssue("a"), makeIssue("b"), makeIssue("c")],
      [
        makeIssue("c", { status: "IN_PROGRESS" }),
        makeIssue("b"),
        makeIssue("a", { status: "CLOSED" }),
        makeIssue("new"),
      ],
    );
    expect(issues.map(({ id, status }) => [id, status])).toEqual([
      ["a", "CLOSED"],
      ["b", "OPEN"],
      ["c", "IN_PROGRESS"],
    ]);
    expect(deleted.size).toBe(0);
  });

  it("leave a deleted report as it was last seen, and name its id as deleted", () => {
    const { issues, deleted } = mergeChanges([makeIssue("a"), makeIssue("b")], [makeIssue("b")]);
    expect(issues).toEqual([makeIssue("a"), makeIssue("b")]);
    expect([...deleted]).toEqual(["a"]);
  });
});

describe("a page with updated counts", () => {
  const stats = { total: 40 } as Stats;
  /** Returns page `number` of a list of `total` reports, with its counts updated to `newTotal`. */
  function updateTotal({ number, total, newTotal }: { number: number; total: number; newTotal: number }): IssuePage {
    const page = { number, size: 10, pages: Math.ceil(total / 10), total };
    return updateCounts({ issues: [], page } as unknown as IssuePage, { total: newTotal, stats } as IssueChanges);
  }

  it("has the new total and number of pages", () => {
    expect(updateTotal({ number: 1, total: 20, newTotal: 21 })).toMatchObject({
      stats,
      page: { number: 1, size: 10, pages: 3, total: 21 },
    });
  });

  it("keeps its number, even past the last page, and is page 1 of 1 when no report matches any more", () => {
    expect(updateTotal({ number: 3, total: 21, newTotal: 19 }).page).toMatchObject({ number: 3, pages: 3 });
    expect(updateTotal({ number: 1, total: 1, newTotal: 0 }).page).toMatchObject({ number: 1, pages: 1 });
  });
});
