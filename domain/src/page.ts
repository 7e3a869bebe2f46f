/** Page-size choices and the default (section 9). */
export const PAGE_SIZES = [10, 25, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
export const DEFAULT_PAGE_SIZE: PageSize = 10;

/** Where a page stands: `number` and `pages` count from 1, `total` is the number of reports that match. */
export interface PageInfo {
  number: number;
  size: number;
  pages: number;
  total: number;
}

/** Where page `number` of `total` items stands; one past the end is the last, so a list that shrank never shows an empty page. */
export function pageInfo(total: number, number: number, size: number): PageInfo {
  const pages = Math.max(1, Math.ceil(total / size));
  return { number: Math.min(Math.max(1, Math.trunc(number) || 1), pages), size, pages, total };
}

/** One page of a list. */
export function paginate<T>(items: readonly T[], number: number, size: number): { items: T[]; page: PageInfo } {
  const page = pageInfo(items.length, number, size);
  const from = (page.number - 1) * size;
  return { items: items.slice(from, from + size), page };
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
