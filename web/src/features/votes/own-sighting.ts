import type { Browser, Sighting, System } from "@logbook/domain";

/** What a browser says of itself. TypeScript's DOM types lack `userAgentData`, which only Chromium's family has. */
export interface BrowserFacts {
  userAgent: string;
  maxTouchPoints: number;
  userAgentData?: { brands: readonly { brand: string }[]; platform: string };
}

// The first match counts: most browsers also name those that they want to be taken for.
const BROWSER_PATTERNS: [RegExp, Browser][] = [
  [/\bEdg(e|A|iOS)?\/|Microsoft Edge/, "Edge"],
  [/\bOPR\/|\bOpera\b|\bOPT\//, "Opera"],
  [/SamsungBrowser\/|Samsung Internet/, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium)\b/, "Chrome"],
  [/\bVersion\/[\d.]+ .*Safari\//, "Safari"],
];

const SYSTEM_PATTERNS: [RegExp, System][] = [
  [/Android/, "Android"],
  [/\bCrOS\b|Chrom(e|ium) ?OS/, "ChromeOS"],
  [/iPhone|iPad|iPod/, "iOS"],
  [/Windows/, "Windows"],
  [/Mac ?OS/i, "macOS"],
  [/Linux/, "Linux"],
];

const find = <Name>(patterns: readonly [RegExp, Name][], text: string): Name | undefined =>
  patterns.find(([pattern]) => pattern.test(text))?.[1];

/** The family of a browser and its system, and nothing else. A browser says both of itself, so both may be wrong. */
export function sightingOf({ userAgent, userAgentData, maxTouchPoints }: BrowserFacts): Sighting {
  const brands = userAgentData?.brands.map(({ brand }) => brand).join(" ") ?? "";
  const system = find(SYSTEM_PATTERNS, userAgentData?.platform ?? "") ?? find(SYSTEM_PATTERNS, userAgent);
  // An iPad says that it is a Mac, but no Mac has a touch screen.
  const isTablet = system === "macOS" && maxTouchPoints > 1;
  return {
    browser: find(BROWSER_PATTERNS, `${brands} ${userAgent}`) ?? "Another browser",
    system: isTablet ? "iOS" : (system ?? "another system"),
  };
}

/** What this browser adds to a bug that the user sees too. */
export const OWN_SIGHTING = sightingOf(navigator);
