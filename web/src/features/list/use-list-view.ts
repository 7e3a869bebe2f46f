import { type Filters, NO_FILTERS, type PageSize, type Sort } from "@logbook/domain";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import type { ListView } from "../../shared/api/issue-page.ts";
import { clearJustCreated } from "../../shared/api/just-created.ts";
import { focusListHeading } from "../../shared/paged-list/list-focus.ts";
import { useDebouncedSearch } from "../../shared/paged-list/use-debounced-search.ts";
import { REPORT_PARAMETER } from "../../shared/screens/report-address.ts";
import { pageQuery } from "./use-reports.ts";
import { readView, writeView } from "./view.ts";

export type ListViewControls = ReturnType<typeof useListView>;

// The old list is marked as waiting only after this time: rendering the mark takes longer than most responses.
const SEARCH_RESPONSE_TIMEOUT_MS = 150;

/** The list's view in the address, and functions to change it (section 9). All but `setPage` show page 1. */
export function useListView() {
  const [params, setParams] = useSearchParams();
  // Memoized by the list's own parameters: opening a report's page changes another parameter, but not the view.
  const viewAddress = writeView(readView(params)).toString();
  const view = useMemo(() => readView(new URLSearchParams(viewAddress)), [viewAddress]);
  const client = useQueryClient();
  // A search that was requested and is not in the address yet. `null` after unmounting.
  const pendingSearch = useRef<{ search: string } | null>(null);
  useEffect(
    () => () => {
      pendingSearch.current = null;
    },
    [],
  );
  const writeAddress = (next: ListView, replace: boolean) => {
    const address = writeView(next);
    // Choosing what is already shown must not add a step to the browser's history.
    const isSame = address.toString() === writeView(readAddress()).toString();
    setParams(address, { replace: replace || isSame, preventScrollReset: true });
  };
  const changeView = (filters: Partial<Filters>, otherChanges?: Partial<ListView>) => {
    // Read the address, since `view` may be outdated: choices made before hydration are replayed without a render
    // between them.
    const current = readAddress();
    const next = {
      ...current,
      page: 1,
      ...otherChanges,
      filters: { ...current.filters, ...pendingSearch.current, ...filters },
    };
    pendingSearch.current = null;
    clearJustCreated();
    // The request starts before the list is rendered as waiting.
    void client.prefetchQuery(pageQuery(next));
    writeAddress(next, false);
  };
  const withSearch = (search: string) => ({ ...view, page: 1, filters: { ...view.filters, search } });
  const prefetchSearch = (search: string) => client.prefetchQuery(pageQuery(withSearch(search)));
  /** Resolves to `false` if the search is not shown because the user has navigated meanwhile. */
  const setSearch = async (search: string): Promise<boolean> => {
    // Meanwhile the user has opened a report's page. Writing the search would close it.
    if (params.has(REPORT_PARAMETER)) return false;
    const request = { search };
    const address = window.location.href;
    pendingSearch.current = request;
    const next = withSearch(search);
    await Promise.race([
      prefetchSearch(search),
      new Promise((resolve) => setTimeout(resolve, SEARCH_RESPONSE_TIMEOUT_MS)),
    ]);
    // A later search or choice includes or replaces this one.
    if (pendingSearch.current !== request) return true;
    pendingSearch.current = null;
    if (window.location.href !== address) return false;
    // Replace the address, so that Back does not lead through every letter typed.
    writeAddress(next, true);
    return true;
  };
  const searchField = useDebouncedSearch(view.filters.search, setSearch, (search) => void prefetchSearch(search));
  return {
    view,
    searchField,
    setFilters: (filters: Partial<Filters>) => changeView(filters),
    /** Shows the view of an address's query, such as a saved one. */
    setView: (query: string) => {
      const { filters, pageSize, sort } = readView(new URLSearchParams(query));
      changeView(filters, { pageSize, sort });
    },
    setPageSize: (pageSize: PageSize) => changeView({}, { pageSize }),
    setSort: (sort: Sort) => changeView({}, { sort }),
    setPage: (page: number) => changeView({}, { page }),
    prefetchPage: (page: number) => void client.prefetchQuery(pageQuery({ ...view, page })),
    /** Also focuses the list's heading, because the pressed button disappears. */
    resetFilters: () => {
      changeView(NO_FILTERS);
      // The last letters typed may not be in the address yet.
      searchField.setDraft("");
      focusListHeading();
    },
  };
}

const readAddress = () => readView(new URLSearchParams(window.location.search));
