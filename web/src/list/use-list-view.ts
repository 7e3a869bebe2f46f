import { type Filters, NO_FILTERS, type PageSize } from "@logbook/domain";
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import type { ListView } from "../api/list-issues.ts";
import { readView, writeView } from "./view.ts";

/** The wanted part of the list, held by the address, and what changes it: all but the page itself lead to page 1. */
export interface ListViewControls {
  view: ListView;
  setSearch: (search: string) => void;
  setFilters: (filters: Partial<Filters>) => void;
  setPageSize: (pageSize: PageSize) => void;
  setPage: (page: number) => void;
  resetFilters: () => void;
}

/** Filters and page of the address (section 9). */
export function useListView(): ListViewControls {
  const [params, setParams] = useSearchParams();
  const view = useMemo(() => readView(params), [params]);
  const go = (change: Partial<ListView>, replace = false) =>
    setParams((now) => writeView({ ...readView(now), page: 1, ...change }), { replace, preventScrollReset: true });
  return {
    view,
    // Replaced, so that Back does not lead through every letter typed.
    setSearch: (search) => go({ filters: { ...view.filters, search } }, true),
    setFilters: (filters) => go({ filters: { ...view.filters, ...filters } }),
    setPageSize: (pageSize) => go({ pageSize }),
    setPage: (page) => go({ page }),
    resetFilters: () => go({ filters: NO_FILTERS }),
  };
}
