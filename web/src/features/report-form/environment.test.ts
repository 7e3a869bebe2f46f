import { describe, expect, it } from "vitest";
import { describeEnvironment } from "./environment.ts";

const navigatorOf = (brands: string[] | null, userAgent = "") =>
  ({
    userAgent,
    ...(brands && { userAgentData: { brands: brands.map((brand) => ({ brand, version: "141" })), platform: "Linux" } }),
  }) as Navigator;

describe("the environment of a bug report", () => {
  it("names browser, system and the size of the page", () => {
    const brands = ["Not;A=Brand", "Chromium", "Google Chrome"];
    expect(describeEnvironment(navigatorOf(brands), 390, 844)).toBe("Google Chrome 141, Linux\nPage 390 × 844 px");
    expect(describeEnvironment(navigatorOf(["Chromium", "Not A(Brand"]), 1, 2)).toMatch(/^Chromium 141, Linux\n/);
  });

  it("has the browser's own text where it says no more", () => {
    expect(describeEnvironment(navigatorOf(null, "Mozilla/5.0 Firefox/144.0"), 390, 844)).toBe(
      "Mozilla/5.0 Firefox/144.0\nPage 390 × 844 px",
    );
    expect(describeEnvironment(navigatorOf([], "Mozilla/5.0"), 390, 844)).toMatch(/^Mozilla\/5\.0\n/);
  });
});
