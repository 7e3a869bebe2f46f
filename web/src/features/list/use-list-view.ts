import { type Filters, NO_FILTERS, type PageSize, type Sort } from "@logbook/domain";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import type { ListView } from "../../shared/api/issue-page.ts";
import { clearJustCreated } from "../../shared/api/just-created.ts";
import { focusListHeading } from "../../shared/paged-list/list-focus.ts";
import { useDebouncedSearch } from "../../shared/paged-list/use-debounced-search.ts";
import { pageQuery } from "./use-reports.ts";
import { readView, writeView } from "./view.ts";

export type ListViewControls = ReturnType<typeof useListView>;

// The old list is marked as waiting only after this time: rendering the mark takes longer than most responses.
const SEARCH_RESPONSE_TIMEOUT_MS = 150;

/** The list's view in the address, and functions to change it (section 9). All but `setPage` lead to page 1. */
export function useListView() {
  const [params, setParams] = useSearchParams();
  // Memoized by the list's own parameters: opening a report's page changes another one and must not make a new object.
  const viewAddress = writeView(readView(params)).toString();
  const view = useMemo(() => readView(new URLSearchParams(viewAddress)), [viewAddress]);
  const client = useQueryClient();
  // A search that was requested and is not in the address yet; `null` after unmounting.
  const pending = useRef<{ search: string } | null>(null);
  useEffect(
    () => () => {
      pending.current = null;
    },
    [],
  );
  const writeAddress = (next: ListView, replace: boolean) => {
    const address = writeView(next);
    // Choosing what is already shown must not add a step to the browser's history.
    const isSame = `${address}` === `${writeView(readAddress())}`;
    setParams(address, { replace: replace || isSame, preventScrollReset: true });
  };
  const change = (filters: Partial<Filters>, rest?: Partial<ListView>) => {
    // Based on the address, not on the last render: choices made before React was ready are replayed without a render
    // between them.
    const current = readAddress();
    const next = { ...current, page: 1, ...rest, filters: { ...current.filters, ...pending.current, ...filters } };
    pending.current = null;
    clearJustCreated();
    // The request starts before the list is rendered as waiting.
    void client.prefetchQuery(pageQuery(next));
    writeAddress(next, false);
  };
  const withSearch = (search: string) => ({ ...view, page: 1, filters: { ...view.filters, search } });
  const prefetchSearch = (search: string) => client.prefetchQuery(pageQuery(withSearch(search)));
  /** Resolves to `false` if the search was dropped because the user has navigated meanwhile. */
  const setSearch = async (search: string): Promise<boolean> => {
    const request = { search };
    const address = window.location.href;
    pending.current = request;
    const next = withSearch(search);
    await Promise.race([
      prefetchSearch(search),
      new Promise((resolve) => setTimeout(resolve, SEARCH_RESPONSE_TIMEOUT_MS)),
    ]);
    if (pending.current !== request) return true;
    pending.current = null;
    if (window.location.href !== address) return false;
    // Replaced, so that Back does not lead through every letter typed.
    writeAddress(next, true);
    return true;
  };
  const searchField = useDebouncedSearch(view.filters.search, setSearch, (search) => void prefetchSearch(search));
  return {
    view,
    searchField,
    setFilters: (filters: Partial<Filters>) => change(filters),
    /** Shows the view of an address's query, such as a saved one. */
    setView: (query: string) => {
      const { filters, pageSize, sort } = readView(new URLSearchParams(query));
      change(filters, { pageSize, sort });
    },
    setPageSize: (pageSize: PageSize) => change({}, { pageSize }),
    setSort: (sort: Sort) => change({}, { sort }),
    setPage: (page: number) => change({}, { page }),
    prefetchPage: (page: number) => void client.prefetchQuery(pageQuery({ ...view, page })),
    /** The pressed button disappears, so the focus moves to the list's heading. */
    resetFilters: () => {
      change(NO_FILTERS);
      // The last letters typed may not be in the address yet.
      searchField.setDraft("");
      focusListHeading();
    },
  };
}

const readAddress = () => readView(new URLSearchParams(window.location.search));
