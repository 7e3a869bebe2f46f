import type { Issue, Stats } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import type { IssuePage } from "../../shared/api/issue-page.ts";
import type { IssueChanges } from "../../shared/api/list-changes.ts";
import { mergeChanges, updateCounts } from "./merge-changes.ts";

const buildIssue = (id: string, overrides: Partial<Issue> = {}) =>
  ({ id, title: id, status: "OPEN", ...overrides }) as Issue;

describe("changes by others, merged into the shown reports", () => {
  it("do not change the order, and add no new reports", () => {
    const { issues, deleted } = mergeChanges(
      [buildIssue("a"), buildIssue("b"), buildIssue("c")],
      [
        buildIssue("c", { status: "IN_PROGRESS" }),
        buildIssue("b"),
        buildIssue("a", { status: "CLOSED" }),
        buildIssue("new"),
      ],
    );
    expect(issues.map(({ id, status }) => [id, status])).toEqual([
      ["a", "CLOSED"],
      ["b", "OPEN"],
      ["c", "IN_PROGRESS"],
    ]);
    expect(deleted.size).toBe(0);
  });

  it("leave a deleted report as last seen, and name it as deleted", () => {
    const { issues, deleted } = mergeChanges([buildIssue("a"), buildIssue("b")], [buildIssue("b")]);
    expect(issues).toEqual([buildIssue("a"), buildIssue("b")]);
    expect([...deleted]).toEqual(["a"]);
  });
});

describe("a page with updated counts", () => {
  const stats = { total: 40 } as Stats;
  const buildPage = (number: number, total: number) =>
    ({ issues: [], page: { number, size: 10, pages: Math.ceil(total / 10), total } }) as unknown as IssuePage;
  const withTotal = (page: IssuePage, total: number) => updateCounts(page, { total, stats } as IssueChanges);

  it("has the new total and number of pages", () => {
    expect(withTotal(buildPage(1, 20), 21)).toMatchObject({
      stats,
      page: { number: 1, size: 10, pages: 3, total: 21 },
    });
  });

  it("keeps its number, even past the last page, and is page 1 of 1 when no report matches any more", () => {
    expect(withTotal(buildPage(3, 21), 19).page).toMatchObject({ number: 3, pages: 3 });
    expect(withTotal(buildPage(1, 1), 0).page).toMatchObject({ number: 1, pages: 1 });
  });
});
