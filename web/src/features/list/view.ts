import {
  DEFAULT_PAGE_SIZE,
  DEFAULT_SORT,
  type Filters,
  LIMITS,
  NO_FILTERS,
  PAGE_SIZES,
  PRIORITY_OPTIONS,
  SHOW_OPTIONS,
  SORTS,
  STATUS_GROUP_NAMES,
  STATUS_OPTIONS,
  TYPE_OPTIONS,
} from "@logbook/domain";
import { readPageNumber } from "../../shared/paged-list/read-page-number.ts";
import type { ListView } from "./list-issues.ts";

/** Reads the view from the address. A missing or unknown value becomes the default. */
export function readView(params: URLSearchParams): ListView {
  const filters: Filters = {
    search: (params.get("search") ?? "").slice(0, LIMITS.searchLength),
    type: findOption(TYPE_OPTIONS, params.get("type"), NO_FILTERS.type),
    status: findOption([...STATUS_OPTIONS, ...STATUS_GROUP_NAMES], params.get("status"), NO_FILTERS.status),
    priority: findOption(PRIORITY_OPTIONS, params.get("priority"), NO_FILTERS.priority),
    show: findOption(SHOW_OPTIONS, params.get("show"), NO_FILTERS.show),
  };
  return {
    filters,
    page: readPageNumber(params),
    pageSize: findOption(PAGE_SIZES, Number(params.get("pageSize")), DEFAULT_PAGE_SIZE),
    sort: findOption(SORTS, params.get("sort"), DEFAULT_SORT),
  };
}

/** Writes the view as the address's query, without the default values. */
export function writeView({ filters, page, pageSize, sort }: ListView): URLSearchParams {
  const params = new URLSearchParams();
  for (const key of ["search", "type", "status", "priority", "show"] as const)
    if (filters[key] !== NO_FILTERS[key]) params.set(key, filters[key]);
  if (sort !== DEFAULT_SORT) params.set("sort", sort);
  if (pageSize !== DEFAULT_PAGE_SIZE) params.set("pageSize", String(pageSize));
  if (page !== 1) params.set("page", String(page));
  return params;
}

function findOption<T>(options: readonly T[], value: unknown, fallback: T): T {
  return options.find((option) => option === value) ?? fallback;
}
