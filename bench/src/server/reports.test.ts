import { createIssueSchema } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { codeOf, hasCode, reportAt } from "../data/reports.ts";
import { COMMON_WORDS } from "../data/vocabulary.ts";
import { reportBody } from "./firestore-rest.ts";

const REPORTS = Array.from({ length: 1000 }, (_, n) => reportAt(n));
const share = (holds: (report: (typeof REPORTS)[number]) => boolean): number => REPORTS.filter(holds).length / 1000;

describe("the generated reports", () => {
  it("are accepted by the API's schema", () => {
    for (let n = 0; n < 100; n += 1) expect(createIssueSchema.safeParse(reportBody(n)).error).toBeUndefined();
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

  it("have the lengths and the shares of types and amendments that the README states", () => {
    const lengths = REPORTS.map(({ description }) => description.length);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(190);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(1500);
    expect(share(({ type }) => type === "bug")).toBeCloseTo(0.7, 1);
    expect(share(({ amendments }) => Object.keys(amendments).length > 0)).toBeCloseTo(0.25, 1);
    expect(new Set(REPORTS.map(({ reporter }) => reporter)).size).toBeGreaterThan(400);
  });

  it("contain rare and common words", () => {
    for (let n = 0; n < 1000; n += 5) {
      expect(hasCode(n)).toBe(true);
      expect(share(({ description }) => description.includes(codeOf(n)))).toBe(0.001);
    }
    expect(COMMON_WORDS.length).toBeGreaterThan(20);
    for (const word of COMMON_WORDS) {
      expect(share(({ description }) => description.toLowerCase().includes(word))).toBeGreaterThan(0.2);
      expect(COMMON_WORDS.filter((other) => other.includes(word))).toEqual([word]);
    }
  });
});
