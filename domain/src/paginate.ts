import type { PageInfo } from "./page.ts";

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
