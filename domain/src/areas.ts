import { splitPageUrl } from "./address.ts";

/**
 * An area of the website. The admins name areas, and a new report about a page that fits `pattern` gets the first such
 * area by itself. Renaming an area keeps its `id`, which the reports and the addresses of lists have.
 */
export interface Area {
  id: string;
  name: string;
  pattern: string;
}

/** Not among `LIMITS`, which are in the code of the first list. Lengths are in UTF-16 units. */
export const AREA_LIMITS = { areas: 20, nameLength: 40, patternLength: 100 } as const;

/** A path or a pattern as its parts. Letters with accents are compared in one form. */
const partsOf = (path: string): string[] => path.normalize("NFC").replace(/\/$/, "").split("/");

/**
 * Whether a path, as `splitPageUrl` returns it, fits a pattern. A `*` alone between two slashes fits one part of the
 * path. A `*` at the end fits any rest: `/gallery/*` fits `/gallery` and all below it, `/photo*` also `/photos/new`.
 * Takes time in proportion to the lengths of both.
 */
export function fitsPattern(pattern: string, path: string): boolean {
  const isPrefix = pattern.endsWith("*");
  const wanted = partsOf(isPrefix ? pattern.slice(0, -1) : pattern);
  const parts = partsOf(path);
  if (isPrefix ? parts.length < wanted.length : parts.length !== wanted.length) return false;
  const fitsBeginning = isPrefix && !pattern.endsWith("/*");
  return wanted.every((part, index) => {
    const actual = parts[index]!;
    if (fitsBeginning && index === wanted.length - 1) return actual.startsWith(part);
    return part === "*" ? actual !== "" : part === actual;
  });
}

/** The first area that the page with this address fits; `undefined` if there is none, or the text is no address. */
export function areaOfPage(areas: readonly Area[], websiteUrl: string): Area | undefined {
  const path = splitPageUrl(websiteUrl)?.path;
  return path === undefined ? undefined : areas.find(({ pattern }) => fitsPattern(pattern, path));
}
