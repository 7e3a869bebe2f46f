import { recordOf } from "./fields.ts";
import { LIMITS } from "./limits.ts";

/** The families of browsers that a sighting can name; the last one stands for all others. */
export const BROWSERS = [
  "Chrome",
  "Edge",
  "Firefox",
  "Opera",
  "Safari",
  "Samsung Internet",
  "Another browser",
] as const;
export type Browser = (typeof BROWSERS)[number];

/** The systems that a sighting can name; the last one stands for all others. */
export const SYSTEMS = ["Android", "ChromeOS", "iOS", "Linux", "macOS", "Windows", "another system"] as const;
export type System = (typeof SYSTEMS)[number];

/** What a member adds to a bug that they see too: the family of their browser, and their system. Nothing else. */
export interface Sighting {
  browser: Browser;
  system: System;
}

/** A sighting in words, which are also stored: `Safari on iOS`. */
export const sightingText = ({ browser, system }: Sighting): string => `${browser} on ${system}`;

/** Reads a stored sighting. What is unknown counts as another browser or system. */
export function parseSighting(text: string): Sighting {
  const [browserName, systemName] = text.split(" on ");
  return {
    browser: BROWSERS.find((browser) => browser === browserName) ?? "Another browser",
    system: SYSTEMS.find((system) => system === systemName) ?? "another system",
  };
}

/** How many members see a bug, and with what. Fewer than `LIMITS.talliedMembers` are only counted. */
export interface SightingTally {
  members: number;
  /** The number of members for each browser, the most frequent first; browsers that nobody has are left out. */
  browsers?: Partial<Record<Browser, number>>;
  /** The same for the systems. */
  systems?: Partial<Record<System, number>>;
}

/** Counts sightings, each of another member. */
export function tallySightings(sightings: readonly Sighting[]): SightingTally {
  if (sightings.length < LIMITS.talliedMembers) return { members: sightings.length };
  return {
    members: sightings.length,
    browsers: countEach(
      BROWSERS,
      sightings.map(({ browser }) => browser),
    ),
    systems: countEach(
      SYSTEMS,
      sightings.map(({ system }) => system),
    ),
  };
}

function countEach<Name extends string>(
  names: readonly Name[],
  values: readonly Name[],
): Partial<Record<Name, number>> {
  const counts = recordOf(names, (name) => values.filter((value) => value === name).length);
  const found = names.filter((name) => counts[name] > 0).sort((a, b) => counts[b] - counts[a]);
  return recordOf(found, (name) => counts[name]);
}

// More would not fit into a line of a phone.
const SHORT_COUNTS = 2;

/** A tally in one line: `2 members`, or `9 members: Safari 6, Chrome 2, others 1`. */
export function tallyText({ members, browsers = {} }: SightingTally): string {
  const counts = Object.entries(browsers);
  const others = counts.slice(SHORT_COUNTS).reduce((sum, [, count]) => sum + count, 0);
  const shown = [...counts.slice(0, SHORT_COUNTS), ...(others > 0 ? [["others", others] as const] : [])];
  return withMembers(members, [shown]);
}

/** The whole tally, with all browsers and systems: `3 members: Safari 2, Chrome 1; iOS 2, Windows 1`. */
export const wholeTallyText = ({ members, browsers = {}, systems = {} }: SightingTally): string =>
  withMembers(members, [Object.entries(browsers), Object.entries(systems)]);

function withMembers(members: number, lists: readonly (readonly (readonly [string, number])[])[]): string {
  const texts = lists.map((counts) => counts.map(([name, count]) => `${name} ${count}`).join(", "));
  const known = texts.filter((text) => text !== "").join("; ");
  return (members === 1 ? "1 member" : `${members} members`) + (known === "" ? "" : `: ${known}`);
}
