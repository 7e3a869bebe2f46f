import type { Issue, Stats } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import type { IssuePage } from "../../shared/api/issue-page.ts";
import type { IssueChanges } from "../../shared/api/list-changes.ts";
import { mergeChanges, updateCounts } from "./merge-changes.ts";

const issue = (id: string, changes: Partial<Issue> = {}) => ({ id, title: id, status: "OPEN", ...changes }) as Issue;

describe("changes by others, merged into the shown reports", () => {
  it("do not change the order, and add no new reports", () => {
    const { issues, deleted } = mergeChanges(
      [issue("a"), issue("b"), issue("c")],
      [issue("c", { status: "IN_PROGRESS" }), issue("b"), issue("a", { status: "CLOSED" }), issue("new")],
    );
    expect(issues.map(({ id, status }) => [id, status])).toEqual([
      ["a", "CLOSED"],
      ["b", "OPEN"],
      ["c", "IN_PROGRESS"],
    ]);
    expect(deleted.size).toBe(0);
  });

  it("leave a deleted report as last seen, and name it as deleted", () => {
    const { issues, deleted } = mergeChanges([issue("a"), issue("b")], [issue("b")]);
    expect(issues).toEqual([issue("a"), issue("b")]);
    expect([...deleted]).toEqual(["a"]);
  });
});

describe("a page with updated counts", () => {
  const stats = { total: 40 } as Stats;
  const page = (number: number, total: number) =>
    ({ issues: [], page: { number, size: 10, pages: Math.ceil(total / 10), total } }) as unknown as IssuePage;
  const withTotal = (before: IssuePage, total: number) => updateCounts(before, { total, stats } as IssueChanges);

  it("has the new total and number of pages", () => {
    expect(withTotal(page(1, 20), 21)).toMatchObject({ stats, page: { number: 1, size: 10, pages: 3, total: 21 } });
  });

  it("keeps its number, even past the last page, and is page 1 of 1 when no report matches any more", () => {
    expect(withTotal(page(3, 21), 19).page).toMatchObject({ number: 3, pages: 3 });
    expect(withTotal(page(1, 1), 0).page).toMatchObject({ number: 1, pages: 1 });
  });
});
