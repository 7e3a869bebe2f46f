/** Page-size choices and the default (section 9). */
export const PAGE_SIZES = [10, 25, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
export const DEFAULT_PAGE_SIZE: PageSize = 10;

/** The largest page that the server draws; longer ones, at 6 KB of markup a report, are left to the browser. */
export const MOST_DRAWN: PageSize = 25;

/** Where a page stands: `number` and `pages` count from 1, `total` is the number of reports that match. */
export interface PageInfo {
  number: number;
  size: number;
  pages: number;
  total: number;
}

/** Stands for the pages left out of the pagination. */
export const ELLIPSIS = "…";
export type PageLink = number | typeof ELLIPSIS;

/**
 * What the pagination shows (section 9): nothing for one page; all pages when 5 or fewer; otherwise the first 4 and
 * the last, the first and the last 4, or the first, current − 1 to current + 1 and the last, with ellipsis between.
 */
export function pageWindow(current: number, pages: number): PageLink[] {
  if (pages <= 1) return [];
  if (pages <= 5) return range(1, pages);
  if (current <= 3) return [...range(1, 4), ELLIPSIS, pages];
  if (current >= pages - 2) return [1, ELLIPSIS, ...range(pages - 3, pages)];
  return [1, ELLIPSIS, ...range(current - 1, current + 1), ELLIPSIS, pages];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}
