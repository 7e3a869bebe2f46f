import { readStored, writeStored } from "../../shared/session/local-storage.ts";

interface Browser {
  userAgent: string;
  /** Only browsers based on Chromium have this property, and TypeScript's DOM types lack it. */
  userAgentData?: { brands: readonly { brand: string; version: string }[]; platform: string };
}

/** This key is stored from a press of 'Fill in this browser' until a member empties the field Environment Info. */
const PREFILLS_KEY = "logbook.prefills-environment";

/** The environment with which a new report begins: this browser, if a member has chosen that; otherwise empty. */
export const initialEnvironment = (): string => (readStored(PREFILLS_KEY) === null ? "" : describeEnvironment());

export const setEnvironmentPrefilled = (isPrefilled: boolean) => writeStored(PREFILLS_KEY, isPrefilled ? true : null);

/** The browser, the operating system and the size of the page, as the environment of a bug report. */
export function describeEnvironment({ userAgentData, userAgent }: Browser = navigator): string {
  // Chromium adds a made-up brand such as "Not;A=Brand". A browser based on Chromium also lists "Chromium".
  const realBrands = userAgentData?.brands.filter(({ brand }) => !/not.*brand/i.test(brand)) ?? [];
  const browser = realBrands.find(({ brand }) => brand !== "Chromium") ?? realBrands[0];
  const browserAndSystem = browser ? `${browser.brand} ${browser.version}, ${userAgentData?.platform}` : userAgent;
  return environmentText(browserAndSystem, innerWidth, innerHeight);
}

/** The environment with this browser and system, and the size of the page in CSS pixels. */
export const environmentText = (browserAndSystem: string, width: number, height: number): string =>
  `${browserAndSystem}\nPage ${width} × ${height} px`;
