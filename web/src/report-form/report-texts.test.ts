import { reportTextsSchema } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { lengthText } from "../ui/length-text.ts";
import { EMPTY_TEXTS, fieldOrder, longest, ownTexts } from "./report-texts.ts";

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

  it("a bug report leaves out what was typed for a feature, and the other way round", () => {
    expect(ownTexts("bug", typed)).toEqual({ ...typed, problemItSolves: "", howItWorks: "" });
    expect(ownTexts("feature", typed)).toEqual({
      ...typed,
      reproductionSteps: "",
      environmentInfo: "",
      expectedResult: "",
      actualResult: "",
    });
  });

  it("the first bad field is found from the top", () => {
    expect(fieldOrder("feature")).toEqual([
      "title",
      "description",
      "priority",
      "problemItSolves",
      "howItWorks",
      "websiteUrl",
    ]);
  });

  it("a new form has default MEDIUM and lacks only title and description", () => {
    expect(EMPTY_TEXTS.priority).toBe("MEDIUM");
    const { error } = reportTextsSchema.safeParse(EMPTY_TEXTS);
    expect(error?.issues.map(({ path }) => path[0])).toEqual(["title", "description"]);
  });

  it("the lengths are those the API takes", () => {
    for (const name of ["title", "description", "websiteUrl", "howItWorks"] as const) {
      const full = (length: number) => ({
        ...typed,
        [name]: name === "websiteUrl" ? `https://${"x".repeat(length - 8)}` : "x".repeat(length),
      });
      expect(reportTextsSchema.safeParse(full(longest(name))).success).toBe(true);
      expect(reportTextsSchema.safeParse(full(longest(name) + 1)).success).toBe(false);
    }
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
    expect(lengthText(length, 200)).toBe(text);
  });
});
