import { createIssueSchema } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { hasRareWord, rareWordOf, reportAt } from "../data/reports.ts";
import { COMMON_WORDS } from "../data/vocabulary.ts";
import { reportBody } from "./commits.ts";

const REPORTS = Array.from({ length: 1000 }, (_, index) => reportAt(index));
const shareOfReports = (matches: (report: (typeof REPORTS)[number]) => boolean): number =>
  REPORTS.filter(matches).length / REPORTS.length;

describe("the generated reports", () => {
  it("are accepted by the API's schema", () => {
    for (let index = 0; index < 100; index += 1)
      expect(createIssueSchema.safeParse(reportBody(index)).error).toBeUndefined();
  });

  it("are the same in every run and on every machine", () => {
    expect(reportAt(4)).toEqual(REPORTS[4]);
    expect([reportAt(7).title, reportAt(7).reporter]).toMatchInlineSnapshot(`
      [
        "Vögutrin faschot fleipichust stoprepaut likos chäs flotrül",
        "chloé-402",
      ]
    `);
  });

  it("have the lengths of texts and the shares of bugs and amendments that bench/README.md states", () => {
    const lengths = REPORTS.map(({ description }) => description.length);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(190);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(1500);
    expect(shareOfReports(({ type }) => type === "bug")).toBeCloseTo(0.7, 1);
    expect(shareOfReports(({ amendments }) => Object.keys(amendments).length > 0)).toBeCloseTo(0.25, 1);
    expect(new Set(REPORTS.map(({ reporter }) => reporter)).size).toBeGreaterThan(400);
  });

  it("contain each rare word once and each common word in more than a fifth of the descriptions", () => {
    for (let index = 0; index < 1000; index += 5) {
      expect(hasRareWord(index)).toBe(true);
      expect(shareOfReports(({ description }) => description.includes(rareWordOf(index)))).toBe(0.001);
    }
    expect(COMMON_WORDS.length).toBeGreaterThan(20);
    for (const word of COMMON_WORDS) {
      expect(shareOfReports(({ description }) => description.toLowerCase().includes(word))).toBeGreaterThan(0.2);
      expect(COMMON_WORDS.filter((commonWord) => commonWord.includes(word))).toEqual([word]);
    }
  });
});
