import { describe, expect, it } from "vitest";
import { describeEnvironment } from "./environment.ts";

const buildNavigator = (brands: string[] | null, userAgent = "") =>
  ({
    userAgent,
    ...(brands && { userAgentData: { brands: brands.map((brand) => ({ brand, version: "141" })), platform: "Linux" } }),
  }) as Navigator;

describe("the environment of a bug report", () => {
  it("names browser, system and the size of the page", () => {
    const brands = ["Not;A=Brand", "Chromium", "Google Chrome"];
    expect(describeEnvironment(buildNavigator(brands), 390, 844)).toBe("Google Chrome 141, Linux\nPage 390 × 844 px");
    expect(describeEnvironment(buildNavigator(["Chromium", "Not A(Brand"]), 1, 2)).toMatch(/^Chromium 141, Linux\n/);
  });

  it("has the user agent text if the browser names no brand", () => {
    expect(describeEnvironment(buildNavigator(null, "Mozilla/5.0 Firefox/144.0"), 390, 844)).toBe(
      "Mozilla/5.0 Firefox/144.0\nPage 390 × 844 px",
    );
    expect(describeEnvironment(buildNavigator([], "Mozilla/5.0"), 390, 844)).toMatch(/^Mozilla\/5\.0\n/);
  });
});
