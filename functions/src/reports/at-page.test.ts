import { type Issue, LIMITS, STATUSES, splitPageUrl } from "@logbook/domain";
import { anyIssue } from "@logbook/domain/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toEntry } from "../board/entry.ts";
import { createReports } from "../board/reports.ts";
import { findAtPage } from "./at-page.ts";

const sampleIssue = fc.sample(anyIssue, 1)[0]!;

/** The ids of the reports that are found for this page among reports with these fields. */
async function findIds(url: string, issues: (Pick<Issue, "id"> & Partial<Issue>)[]): Promise<string[]> {
  const open = { type: "bug", status: "OPEN", closedAs: undefined, duplicateOf: undefined } as const;
  const reports = createReports(
    issues.map((fields, index) => toEntry({ ...sampleIssue, ...open, ...fields }, index + 1)),
  );
  const response = await findAtPage({ reportsAt: async () => reports }, null, splitPageUrl(url)!.path);
  if (response.kind !== "json") throw new Error("The response is no JSON.");
  return (response.body as { issues: { id: string }[] }).issues.map(({ id }) => id);
}

const at = (id: string, websiteUrl: string, fields: Partial<Issue> = {}) => ({ id, websiteUrl, ...fields });

describe("reports about a page", () => {
  it("have the same path, whatever their host, query and fragment are, and whether or not a slash ends it", async () => {
    const found = ["https://example.org/a", "http://localhost:3000/a/", "https://example.org/a?b=c#d"];
    const others = ["https://example.org/", "https://example.org/a/b", "https://example.org/A", "", "https://a.org/%"];
    const issues = [...found, ...others].map((url, index) => at(`${index}`, url));
    expect((await findIds("https://dev.example.org/a", issues)).sort()).toEqual(["0", "1", "2"]);
    expect(await findIds("https://dev.example.org", issues)).toEqual(["3"]);
  });

  it("are not those whose other texts look like an address", async () => {
    const description = '"websiteUrl":"https://example.org/a"';
    expect(await findIds("https://example.org/a", [at("1", "", { description, title: description })])).toEqual([]);
  });

  it("are open ones, and instead of a duplicate its target", async () => {
    const url = "https://example.org/a";
    const byStatus = STATUSES.map((status) => at(status, url, { status }));
    expect((await findIds(url, byStatus)).sort()).toEqual(["IN_PROGRESS", "OPEN", "PLANNED", "RESOLVED", "TESTING"]);
    expect(await findIds(url, [at("1", url, { closedAs: "as-intended" })])).toEqual([]);
    const duplicate = at("2", url, { duplicateOf: { id: "1", since: "2026-01-01T00:00:00.000Z" } });
    expect(await findIds(url, [at("1", "https://example.org/b"), duplicate])).toEqual(["1"]);
  });

  it(`are the newest ${LIMITS.similarReports}`, async () => {
    const issues = [3, 1, 7, 5, 2, 6, 4].map((day) =>
      at(`${day}`, "https://example.org/a", { createdAt: `2026-01-0${day}T00:00:00.000Z` }),
    );
    expect(await findIds("https://example.org/a", issues)).toEqual(["7", "6", "5", "4", "3"]);
  });
});
