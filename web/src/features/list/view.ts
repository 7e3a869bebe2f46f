import {
  type Filters,
  keysOf,
  LIST_PARAMETERS,
  LIST_PATTERNS,
  type ListParameterName,
  NO_FILTERS,
  type PageSize,
  type Sort,
} from "@logbook/domain";
import type { ListView } from "./list-issues.ts";

/** Reads the view from the address. A missing or unknown value becomes the default. */
export function readView(params: URLSearchParams): ListView {
  const values = LIST_PATTERNS.map(([name, defaultValue, pattern]) => {
    const match = new RegExp(pattern, "s").exec(params.get(name) ?? "");
    return [name, match?.[0] ?? defaultValue];
  });
  const { page, pageSize, sort, ...filters } = Object.fromEntries(values) as Record<ListParameterName, string>;
  return {
    filters: filters as Filters,
    page: Number(page),
    pageSize: Number(pageSize) as PageSize,
    sort: sort as Sort,
  };
}

/** Writes the view as the address's query, without the default values. */
export function writeView({ filters, page, pageSize, sort }: ListView): URLSearchParams {
  // The page compares saved views with this text, so the order must stay.
  const values = { ...NO_FILTERS, ...filters, sort, pageSize, page };
  const names = keysOf(values).filter((name) => values[name] !== LIST_PARAMETERS[name].default);
  return new URLSearchParams(names.map((name) => [name, String(values[name])]));
}
