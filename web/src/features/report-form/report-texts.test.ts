import { DETAIL_FIELDS, LIMITS, reportTextsSchema } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { remainingCharacters } from "../../shared/ui/remaining-characters.ts";
import { cleanTexts, EMPTY_TEXTS, fieldOrder, isNoAddress, maxLength, textsOfType } from "./report-texts.ts";

describe("section 3: fields by type", () => {
  const typed = {
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

  it("a bug report leaves out the texts of a feature's fields, and vice versa", () => {
    expect(textsOfType("bug", typed)).toEqual({ ...typed, problemItSolves: "", howItWorks: "" });
    expect(textsOfType("feature", typed)).toEqual({
      ...typed,
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
      const full = (length: number) => ({
        ...typed,
        [name]: name === "websiteUrl" ? `https://${"x".repeat(length - 8)}` : "x".repeat(length),
      });
      expect(reportTextsSchema.safeParse(full(maxLength(name))).success).toBe(true);
      expect(reportTextsSchema.safeParse(full(maxLength(name) + 1)).success).toBe(false);
    }
  });
});

describe("section 5: a Website URL", () => {
  const filed = (websiteUrl: string, environmentInfo = "") => {
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
    expect(filed(typed, "Firefox")).toEqual({ success: true, websiteUrl, environmentInfo: "Firefox" });
    expect(isNoAddress(typed)).toBe(false);
  });

  it.each(["the start page", "example", "/account", "javascript:alert(1)", "https://", "https://example .org"])(
    "%j is filed as text, which is no link",
    (typed) => {
      expect(filed(typed)).toEqual({ success: true, websiteUrl: "", environmentInfo: `Website URL: ${typed}` });
      expect(filed(typed, "Firefox\n")).toMatchObject({ environmentInfo: `Firefox\nWebsite URL: ${typed}` });
      expect(isNoAddress(typed)).toBe(true);
    },
  );

  it("that is no address and does not fit into the environment info is refused in its own field", () => {
    const full = "x".repeat(LIMITS.textLength - 5);
    expect(filed("the start page", full)).toEqual({
      success: false,
      websiteUrl: "the start page",
      environmentInfo: full,
    });
    const long = "x".repeat(LIMITS.urlLength + 1);
    expect(filed(long)).toEqual({ success: false, websiteUrl: long, environmentInfo: "" });
  });
});

describe("the counter", () => {
  it.each([
    [179, null],
    [180, "20 characters left"],
    [199, "1 character left"],
    [200, "0 characters left"],
    [201, "1 character too many"],
    [1500, "1,300 characters too many"],
  ])("at %i of 200 says %j", (length, text) => {
    expect(remainingCharacters(length, 200)).toBe(text);
  });
});
