/** The page sizes that can be chosen (section 9). */
export const PAGE_SIZES = [10, 25, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
/** The page size until another is chosen (section 9). */
export const DEFAULT_PAGE_SIZE: PageSize = 10;

/** The largest page size for which the API renders the list's HTML, which takes 6 KB for each report. */
export const MAX_RENDERED_PAGE_SIZE: PageSize = 25;

/** Page `number` of `pages`, counted from 1; `total` is the number of items on all pages. */
export interface PageInfo {
  number: number;
  size: number;
  pages: number;
  total: number;
}

/** The entry in place of the pages that the pagination leaves out. */
export const ELLIPSIS = "…";
export type PaginationEntry = number | typeof ELLIPSIS;

/** The entries of the pagination (section 9): at most the first page, the pages around `current`, and the last page. */
export function paginationEntries(current: number, pages: number): PaginationEntry[] {
  if (pages <= 1) return [];
  if (pages <= 5) return range(1, pages);
  if (current <= 3) return [...range(1, 4), ELLIPSIS, pages];
  if (current >= pages - 2) return [1, ELLIPSIS, ...range(pages - 3, pages)];
  return [1, ELLIPSIS, ...range(current - 1, current + 1), ELLIPSIS, pages];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/**
 * The page info for `total` items. A `number` past the end gives the last page, because the list may have become
 * shorter; a `number` that is no number gives the first page.
 */
export function pageInfo(total: number, number: number, size: number): PageInfo {
  const pages = Math.max(1, Math.ceil(total / size));
  return { number: Math.min(Math.max(1, Math.trunc(number) || 1), pages), size, pages, total };
}

/** The items of one page, and its page info. */
export function paginate<T>(items: readonly T[], number: number, size: number): { items: T[]; page: PageInfo } {
  const page = pageInfo(items.length, number, size);
  const from = (page.number - 1) * size;
  return { items: items.slice(from, from + size), page };
}
