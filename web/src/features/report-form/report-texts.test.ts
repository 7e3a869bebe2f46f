import { DETAIL_FIELDS, LIMITS, reportTextsSchema } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { remainingCharacters } from "../../shared/ui/remaining-characters.ts";
import { cleanTexts, EMPTY_TEXTS, fieldOrder, isNoAddress, maxLength, textsOfType } from "./report-texts.ts";

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
    expect(textsOfType("bug", allTexts)).toEqual({ ...allTexts, problemItSolves: "", howItWorks: "" });
    expect(textsOfType("feature", allTexts)).toEqual({
      ...allTexts,
      reproductionSteps: "",
      environmentInfo: "",
      expectedResult: "",
      actualResult: "",
    });
  });

  it("fields are checked in the order of the form", () => {
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

  it("the maximum lengths are those of the API", () => {
    for (const name of ["title", "description", ...DETAIL_FIELDS] as const) {
      const withLength = (length: number) => ({
        ...allTexts,
        [name]: name === "websiteUrl" ? `https://${"x".repeat(length - 8)}` : "x".repeat(length),
      });
      expect(reportTextsSchema.safeParse(withLength(maxLength(name))).success).toBe(true);
      expect(reportTextsSchema.safeParse(withLength(maxLength(name) + 1)).success).toBe(false);
    }
  });
});

describe("section 5: a Website URL", () => {
  const fileReport = (websiteUrl: string, environmentInfo = "") => {
    const { success } = reportTextsSchema.safeParse(
      cleanTexts({ ...EMPTY_TEXTS, title: "T", description: "D", websiteUrl, environmentInfo }),
    );
    const texts = cleanTexts({ ...EMPTY_TEXTS, websiteUrl, environmentInfo });
    return { success, websiteUrl: texts.websiteUrl, environmentInfo: texts.environmentInfo };
  };

  it.each([
    ["https://example.org/a", "https://example.org/a"],
    [" example.org/page?a=b ", "https://example.org/page?a=b"],
    ["www.example.org:8080", "https://www.example.org:8080"],
    ["\u200b ", ""],
    ["", ""],
  ])("%j is filed as the address %j", (typed, websiteUrl) => {
    expect(fileReport(typed, "Firefox")).toEqual({ success: true, websiteUrl, environmentInfo: "Firefox" });
    expect(isNoAddress(typed)).toBe(false);
  });

  it.each(["the start page", "example", "/account", "javascript:alert(1)", "https://", "https://example .org"])(
    "%j is filed as text, which is no link",
    (typed) => {
      expect(fileReport(typed)).toEqual({ success: true, websiteUrl: "", environmentInfo: `Website URL: ${typed}` });
      expect(fileReport(typed, "Firefox\n")).toMatchObject({ environmentInfo: `Firefox\nWebsite URL: ${typed}` });
      expect(isNoAddress(typed)).toBe(true);
    },
  );

  it("is refused in its own field if it is no address and does not fit into the environment info", () => {
    const full = "x".repeat(LIMITS.textLength - 5);
    expect(fileReport("the start page", full)).toEqual({
      success: false,
      websiteUrl: "the start page",
      environmentInfo: full,
    });
    const long = "x".repeat(LIMITS.urlLength + 1);
    expect(fileReport(long)).toEqual({ success: false, websiteUrl: long, environmentInfo: "" });
  });
});

describe("the counter of a text field", () => {
  it.each([
    [179, null],
    [180, "20 characters left"],
    [199, "1 character left"],
    [200, "0 characters left"],
    [201, "1 character too many"],
    [1500, "1,300 characters too many"],
  ])("says for %i of 200 characters: %j", (length, text) => {
    expect(remainingCharacters(length, 200)).toBe(text);
  });
});
