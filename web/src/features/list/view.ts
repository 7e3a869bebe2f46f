import {
  type Filters,
  keysOf,
  LIST_PARAMETERS,
  LIST_PATTERNS,
  type ListParameterName,
  NO_FILTERS,
  type PageSize,
  type Sort,
  TAB_SORTS,
} from "@logbook/domain";
import type { ListView } from "./list-issues.ts";

/** New values of some parameters of the address. */
export type ViewChanges = Partial<Record<ListParameterName, string>>;

/** Reads the view from the address. A missing or unknown value becomes the default, of the order that of the tab. */
export function readView(params: URLSearchParams): ListView {
  const values: Partial<Record<ListParameterName, string>> = {};
  for (const [name, defaultValue, pattern, tabDefaults] of LIST_PATTERNS) {
    const match = new RegExp(pattern, "s").exec(params.get(name) ?? "");
    values[name] = match?.[0] ?? tabDefaults?.[values.show!] ?? defaultValue;
  }
  const { page, pageSize, sort, ...filters } = values as Record<ListParameterName, string>;
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
  const defaultOf = (name: ListParameterName) =>
    (name === "sort" && TAB_SORTS[filters.show]) || LIST_PARAMETERS[name].default;
  const names = keysOf(values).filter((name) => values[name] !== defaultOf(name));
  return new URLSearchParams(names.map((name) => [name, String(values[name])]));
}

/** Returns the view with these changes, on page 1 unless `page` is one of them. An order that was not chosen is the tab's own. */
export function applyChanges(view: ListView, changes: ViewChanges): ListView {
  const parameters = Object.fromEntries(writeView({ ...view, page: 1 }));
  return readView(new URLSearchParams({ ...parameters, ...changes }));
}
