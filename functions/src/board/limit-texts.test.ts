import { DETAIL_FIELDS, type Issue, recordOf } from "@logbook/domain";
import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amendmentEntries, reportOf, toEntry } from "./entry.ts";

const [anyReport] = fc.sample(anyIssue, 1);
const createReport = (text: string, overrides: Partial<Issue> = {}): Issue => ({
  ...anyReport!,
  ...recordOf(DETAIL_FIELDS, () => text),
  websiteUrl: `https://example.org/${"a".repeat(1_900)}`,
  description: text,
  amendments: [],
  ...overrides,
});

describe("a report in memory", () => {
  it("is whole with texts of the greatest length in Latin letters, or one of them in Chinese", () => {
    const latin = createReport("x".repeat(10_000), { problemItSolves: "", howItWorks: "" });
    const chinese = createReport("", { description: "長".repeat(10_000) });
    for (const report of [latin, chinese]) {
      const kept = reportOf(toEntry(report, 1).entry);
      expect(kept).not.toHaveProperty("shortened");
      expect(kept.description).toBe(report.description);
    }
  });

  it("has only the beginnings of longer texts, and is marked; title and web address stay whole", () => {
    const report = createReport("長".repeat(10_000));
    const { entry } = toEntry(report, 1);
    expect(entry.jsonEnd).toBeLessThan(64 * 1024);
    const { shortened, title, websiteUrl, description, actualResult } = reportOf(entry);
    expect({ shortened, title, websiteUrl }).toEqual({
      shortened: true,
      title: report.title,
      websiteUrl: report.websiteUrl,
    });
    for (const text of [description, actualResult]) expect(text).toBe(`${"長".repeat(2_000)}…`);
  });

  it("is found by the end of its description and by its amendments, which stay whole", () => {
    const amendment = { id: "a1", text: `${"長".repeat(3_990)} last`, createdBy: "ada", createdAt: "" };
    const report = createReport("長".repeat(9_990), { amendments: [amendment] });
    const { entry, text } = toEntry({ ...report, description: `${report.description} final` }, 1);
    expect(text.includes("長 final")).toBe(true);
    expect(amendmentEntries([entry])[0]!.text.includes("長 last")).toBe(true);
    // A report without amendments is found to have none without parsing its JSON.
    expect(amendmentEntries([toEntry(createReport("長".repeat(10_000)), 1).entry])).toEqual([]);
  });
});
