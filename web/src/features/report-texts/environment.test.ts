import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { describeEnvironment } from "./environment.ts";

/** A browser with these brands. Browsers not based on Chromium have no `userAgentData`: for them pass `null`. */
function buildNavigator(brandNames: string[] | null, userAgent = "") {
  const brands = brandNames?.map((brand) => ({ brand, version: "141" }));
  return brands === undefined ? { userAgent } : { userAgent, userAgentData: { brands, platform: "Linux" } };
}

beforeEach(() => {
  vi.stubGlobal("innerWidth", 390);
  vi.stubGlobal("innerHeight", 844);
});
afterEach(() => vi.unstubAllGlobals());

describe("the environment of a bug report", () => {
  it("names the browser, the operating system and the size of the page", () => {
    // Chromium lists a made-up brand such as "Not;A=Brand" among the real ones.
    const chrome = buildNavigator(["Not;A=Brand", "Chromium", "Google Chrome"]);
    expect(describeEnvironment(chrome)).toBe("Google Chrome 141, Linux\nPage 390 × 844 px");
    const chromium = buildNavigator(["Chromium", "Not A(Brand"]);
    expect(describeEnvironment(chromium)).toMatch(/^Chromium 141, Linux\n/);
  });

  it("contains the user agent text if the browser names no brand", () => {
    expect(describeEnvironment(buildNavigator(null, "Mozilla/5.0 Firefox/144.0"))).toBe(
      "Mozilla/5.0 Firefox/144.0\nPage 390 × 844 px",
    );
    expect(describeEnvironment(buildNavigator([], "Mozilla/5.0"))).toMatch(/^Mozilla\/5\.0\n/);
  });
});
