import { DETAIL_FIELDS, type Issue, parseJsonList, toWire, type WireIssue } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { shortenReports } from "./shorten.ts";

/** A text of the greatest length that is allowed. Each letter has 3 bytes. */
const LONG = "長".repeat(10_000);
const TIME = "2025-09-01T12:00:00.000Z";

function createJson(overrides: Partial<Issue>): Buffer {
  const issue = {
    id: "r",
    type: "bug",
    title: "Title",
    description: "Text",
    status: "OPEN",
    priority: "LOW",
    reporter: "ada",
    ...Object.fromEntries(DETAIL_FIELDS.map((field) => [field, ""])),
    attachments: [],
    amendments: [],
    createdAt: TIME,
    updatedAt: TIME,
    ...overrides,
  } as unknown as Issue;
  return Buffer.from(JSON.stringify(toWire(issue)));
}

const createAmendments = (count: number, text = LONG.slice(0, 4_000)) =>
  Array.from({ length: count }, (_, index) => ({ id: `a${index}`, text, createdBy: "ada", createdAt: TIME }));
const parseReport = (json: string) => JSON.parse(json) as WireIssue;
const totalBytes = (jsons: readonly (Buffer | string)[]) => Buffer.byteLength(jsons.join(""));

describe("reports on a page", () => {
  it("are unchanged if they fit", () => {
    const reports = [createJson({}), createJson({ description: LONG })];
    expect(shortenReports(reports, totalBytes(reports))).toEqual(reports.map(String));
  });

  it("are shortened and marked only if they are the longest ones", () => {
    const small = createJson({ description: "x".repeat(3_000) });
    const large = createJson({ description: LONG, howItWorks: LONG, amendments: createAmendments(200) });
    const fitted = shortenReports([large, small, large], 40_000);
    expect(fitted[1]).toBe(small.toString());
    expect(totalBytes(fitted)).toBeLessThanOrEqual(40_000);
    for (const json of [fitted[0]!, fitted[2]!]) {
      const report = parseReport(json);
      expect(report.shortened).toBe(true);
      expect(report.description).toMatch(/^長{500,}…$/);
      const shownAmendments = parseJsonList(report.amendment) as { id: string }[];
      expect(shownAmendments.at(-1)?.id).toBe("a199");
    }
  });

  it("fit into 256 KB even if a hundred of them have the greatest length", () => {
    const longestName = `${"長".repeat(196)}.png`;
    const file = {
      name: longestName,
      size: 1,
      type: "image/png",
      url: `/api/attachments/u/${"i".repeat(64)}/${"f".repeat(64)}`,
    };
    const longestReport = createJson({
      title: "長".repeat(200),
      description: LONG,
      reproductionSteps: LONG,
      environmentInfo: LONG,
      expectedResult: LONG,
      actualResult: LONG,
      websiteUrl: `https://example.org/${"長".repeat(1_900)}`,
      attachments: Array(5).fill(file),
      amendments: createAmendments(20).map((amendment) => ({ ...amendment, attachments: [file] })),
    });
    const fitted = shortenReports(Array(100).fill(longestReport), 256 * 1024);
    expect(totalBytes(fitted)).toBeLessThanOrEqual(256 * 1024);
    expect(parseReport(fitted[0]!)).toMatchObject({ title: "長".repeat(200), websiteUrl: "", attachments: "[]" });
  });

  it("are never cut inside a surrogate pair", () => {
    const [json] = shortenReports([createJson({ description: "😀".repeat(5_000) })], 3_000);
    expect(parseReport(json!).description).toMatch(/^(😀)+…$/u);
  });
});
