import { readStored, writeStored } from "../../shared/session/local-storage.ts";

// Missing in TypeScript's DOM types, and in browsers other than Chromium's.
interface UserAgentData {
  brands: readonly { brand: string; version: string }[];
  platform: string;
}
declare global {
  interface Navigator {
    userAgentData?: UserAgentData;
  }
}

/** Set in this browser when a member presses 'Fill in this browser', until a member empties the field. */
const PREFILLS_KEY = "logbook.prefills-environment";

/** The environment with which a new report begins: this browser's if a member has asked for it, otherwise empty. */
export const initialEnvironment = (): string => (readStored(PREFILLS_KEY) === null ? "" : currentEnvironment());

export const currentEnvironment = (): string => describeEnvironment(navigator, innerWidth, innerHeight);

/** Sets whether the next reports begin with the environment. */
export const setPrefillsEnvironment = (prefills: boolean): void => writeStored(PREFILLS_KEY, prefills || null);

/** This browser, its system and the size of its page, for the environment of a bug report. */
export function describeEnvironment({ userAgentData, userAgent }: Navigator, width: number, height: number): string {
  // Chromium adds a made-up brand such as "Not;A=Brand". A browser based on Chromium also lists "Chromium".
  const realBrands = userAgentData?.brands.filter(({ brand }) => !/not.*brand/i.test(brand)) ?? [];
  const browser = realBrands.find(({ brand }) => brand !== "Chromium") ?? realBrands[0];
  const name = browser ? `${browser.brand} ${browser.version}, ${userAgentData?.platform}` : userAgent;
  return `${name}\nPage ${width} × ${height} px`;
}
