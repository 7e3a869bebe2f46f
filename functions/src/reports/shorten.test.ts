import { type Issue, parseJsonList, toWire, type WireIssue } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { fitReports } from "./shorten.ts";

const LONG = "長".repeat(10_000);
const TIME = "2025-09-01T12:00:00.000Z";

function jsonOf(overrides: Partial<Issue>): Buffer {
  const issue = {
    ...{ id: "r", type: "bug", title: "Title", description: "Text", status: "OPEN", priority: "LOW", reporter: "ada" },
    ...{ websiteUrl: "", reproductionSteps: "", environmentInfo: "", expectedResult: "", actualResult: "" },
    ...{ problemItSolves: "", howItWorks: "", attachments: [], amendments: [], createdAt: TIME, updatedAt: TIME },
    ...overrides,
  } as Issue;
  return Buffer.from(JSON.stringify(toWire(issue)));
}

const amendments = (count: number, text = LONG.slice(0, 4_000)) =>
  Array.from({ length: count }, (_, index) => ({ id: `a${index}`, text, createdBy: "ada", createdAt: TIME }));
const read = (json: Buffer) => JSON.parse(json.toString()) as WireIssue;
const bytesOf = (all: readonly Buffer[]) => all.reduce((sum, { length }) => sum + length, 0);

describe("reports on a page", () => {
  it("are unchanged if they fit", () => {
    const reports = [jsonOf({}), jsonOf({ description: LONG })];
    expect(fitReports(reports, bytesOf(reports))).toEqual(reports);
  });

  it("are shortened, the longest first, and marked", () => {
    const small = jsonOf({ description: "x".repeat(3_000) });
    const large = jsonOf({ description: LONG, howItWorks: LONG, amendments: amendments(200) });
    const fitted = fitReports([large, small, large], 40_000);
    expect(fitted[1]).toBe(small);
    expect(bytesOf(fitted)).toBeLessThanOrEqual(40_000);
    for (const json of [fitted[0]!, fitted[2]!]) {
      const report = read(json);
      expect(report.shortened).toBe(true);
      expect(report.description).toMatch(/^長{500,}…$/);
      const notes = parseJsonList(report.amendment) as { id: string }[];
      expect(notes.at(-1)?.id).toBe("a199");
    }
  });

  it("fit after shortening even if a hundred of them have the greatest length", () => {
    const name = `${"長".repeat(196)}.png`;
    const file = { name, size: 1, type: "image/png", url: `/api/attachments/u/${"i".repeat(64)}/${"f".repeat(64)}` };
    const report = jsonOf({
      ...{ title: "長".repeat(200), description: LONG, reproductionSteps: LONG, environmentInfo: LONG },
      ...{ expectedResult: LONG, actualResult: LONG, websiteUrl: `https://example.org/${"長".repeat(1_900)}` },
      ...{ attachments: Array(5).fill(file), amendments: amendments(20) },
    });
    const fitted = fitReports(Array(100).fill(report), 256 * 1024);
    expect(bytesOf(fitted)).toBeLessThanOrEqual(256 * 1024);
    expect(read(fitted[0]!)).toMatchObject({ title: "長".repeat(200), websiteUrl: "", attachments: "[]" });
  });

  it("are never cut within a surrogate pair", () => {
    const [json] = fitReports([jsonOf({ description: "😀".repeat(5_000) })], 3_000);
    expect(read(json!).description).toMatch(/^(😀)+…$/u);
  });
});
