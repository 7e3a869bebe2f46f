import { DETAIL_FIELDS, LIMITS, REQUIRED_FIELDS, reportTextsSchema, TEXT_FIELDS } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { cleanTexts, EMPTY_TEXTS, fieldOrder, isInvalidUrl, withHiddenTexts } from "./report-texts.ts";

describe("section 3: fields by type", () => {
  const allTexts = {
    ...EMPTY_TEXTS,
    title: "T",
    description: "D",
    websiteUrl: "https://a.b",
    reproductionSteps: "steps",
    environmentInfo: "env",
    expectedResult: "expected",
    actualResult: "actual",
    problemItSolves: "problem",
    howItWorks: "how",
  };

  it("a bug report has no texts of a feature's fields, and a feature request none of a bug's fields", () => {
    expect(withHiddenTexts("bug", allTexts, EMPTY_TEXTS)).toEqual({ ...allTexts, problemItSolves: "", howItWorks: "" });
    expect(withHiddenTexts("feature", allTexts, EMPTY_TEXTS)).toEqual({
      ...allTexts,
      reproductionSteps: "",
      environmentInfo: "",
      expectedResult: "",
      actualResult: "",
    });
  });

  it("a feature request's fields have the order of the form", () => {
    expect(fieldOrder("feature")).toEqual([
      "title",
      "description",
      "priority",
      "problemItSolves",
      "howItWorks",
      "websiteUrl",
    ]);
  });

  it("a new form has priority MEDIUM and lacks only title and description", () => {
    expect(EMPTY_TEXTS.priority).toBe("MEDIUM");
    const { error } = reportTextsSchema.safeParse(EMPTY_TEXTS);
    expect(error?.issues.map(({ path }) => path[0])).toEqual(["title", "description"]);
  });

  it("the API accepts a text of the form's maximum length, and refuses a longer one", () => {
    for (const name of [...REQUIRED_FIELDS, ...DETAIL_FIELDS]) {
      const { maxLength, kind } = TEXT_FIELDS[name];
      const withLength = (length: number) => ({
        ...allTexts,
        [name]: kind === "address" ? "https://".padEnd(length, "x") : "x".repeat(length),
      });
      expect(reportTextsSchema.safeParse(withLength(maxLength)).success).toBe(true);
      expect(reportTextsSchema.safeParse(withLength(maxLength + 1)).success).toBe(false);
    }
  });
});

describe("section 5: a Website URL", () => {
  /** The two texts as they are stored. `success` tells whether the API accepts a report with these texts. */
  const cleanAndValidate = (websiteUrl: string, environmentInfo = "") => {
    const texts = cleanTexts({ ...EMPTY_TEXTS, title: "T", description: "D", websiteUrl, environmentInfo });
    const { success } = reportTextsSchema.safeParse(texts);
    return { success, websiteUrl: texts.websiteUrl, environmentInfo: texts.environmentInfo };
  };

  it.each([
    ["https://example.org/a", "https://example.org/a"],
    [" example.org/page?a=b ", "https://example.org/page?a=b"],
    ["www.example.org:8080", "https://www.example.org:8080"],
    ["\u200b ", ""],
    ["", ""],
  ])("%j is stored as the address %j", (typed, websiteUrl) => {
    expect(cleanAndValidate(typed, "Firefox")).toEqual({ success: true, websiteUrl, environmentInfo: "Firefox" });
    expect(isInvalidUrl(typed)).toBe(false);
  });

  it.each(["the start page", "example", "/account", "javascript:alert(1)", "https://", "https://example .org"])(
    "%j is stored as a line of the environment info, because it is no address",
    (typed) => {
      expect(cleanAndValidate(typed)).toEqual({
        success: true,
        websiteUrl: "",
        environmentInfo: `Website URL: ${typed}`,
      });
      expect(cleanAndValidate(typed, "Firefox\n")).toMatchObject({ environmentInfo: `Firefox\nWebsite URL: ${typed}` });
      expect(isInvalidUrl(typed)).toBe(true);
    },
  );

  it("an invalid address is refused in its own field if the address or the environment info is too long", () => {
    const nearlyFullInfo = "x".repeat(LIMITS.textLength - 5);
    expect(cleanAndValidate("the start page", nearlyFullInfo)).toEqual({
      success: false,
      websiteUrl: "the start page",
      environmentInfo: nearlyFullInfo,
    });
    const longUrl = "x".repeat(LIMITS.urlLength + 1);
    expect(cleanAndValidate(longUrl)).toEqual({ success: false, websiteUrl: longUrl, environmentInfo: "" });
  });
});
