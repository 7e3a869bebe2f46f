import type { PageInfo } from "./page.ts";

/**
 * The page info for `total` items. A `number` past the end gives the last page: the list may have become shorter. NaN
 * and numbers below 1 give the first page.
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
