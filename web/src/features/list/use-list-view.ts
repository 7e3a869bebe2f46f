import { NO_FILTERS } from "@logbook/domain";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { focusListHeading } from "../../shared/paged-list/list-focus.ts";
import { useDebouncedSearch } from "../../shared/paged-list/use-debounced-search.ts";
import { REPORT_PARAMETER } from "../../shared/screens/report-address.ts";
import { clearJustCreated } from "../after-write/index.ts";
import type { ListView } from "./list-issues.ts";
import { pageQuery } from "./use-reports.ts";
import { applyChanges, readView, type ViewChanges, writeView } from "./view.ts";

export type ListViewControls = ReturnType<typeof useListView>;

// A search is written to the address when its response arrives, at the latest after this time. Without a response by
// then, the old list is rendered again and marked as waiting. Most responses are faster and save this render.
const MAX_SEARCH_WAIT_MS = 150;

/** The list's view in the address, and functions that change it (section 9). */
export function useListView() {
  const [params, setParams] = useSearchParams();
  // The view is memoized by the list's own parameters: opening a report's page changes only another parameter.
  const viewQuery = writeView(readView(params)).toString();
  const view = useMemo(() => readView(new URLSearchParams(viewQuery)), [viewQuery]);
  const client = useQueryClient();
  const prefetch = (newView: ListView) => client.prefetchQuery(pageQuery(newView));
  // A search that was requested but is not in the address yet. Unmounting forgets the search, because its response must
  // not change the address of the next screen.
  const pendingSearch = useRef<{ search: string } | null>(null);
  useEffect(
    () => () => {
      pendingSearch.current = null;
    },
    [],
  );

  /** Writes the changes to the address. */
  const changeView = (changes: ViewChanges) => {
    // Read the address, because `view` may be outdated: choices made before hydration are replayed without a render
    // between them.
    const currentView = readView(new URLSearchParams(window.location.search));
    const newView = applyChanges(currentView, { ...pendingSearch.current, ...changes });
    pendingSearch.current = null;
    clearJustCreated();
    // Send the request first: rendering the old list as waiting takes time.
    void prefetch(newView);
    const newParams = writeView(newView);
    // Choosing the view that is already shown must not add a step to the browser's history.
    const isUnchanged = newParams.toString() === writeView(currentView).toString();
    setParams(newParams, { replace: isUnchanged, preventScrollReset: true });
  };
  const viewWithSearch = (search: string): ListView => ({ ...view, page: 1, filters: { ...view.filters, search } });
  /** Resolves to `false` if the search is not shown because the user has navigated meanwhile. */
  const setSearch = async (search: string): Promise<boolean> => {
    // If the user has opened a report's page while typing, writing the search to the address would close that page.
    if (params.has(REPORT_PARAMETER)) return false;
    const request = { search };
    const addressBefore = window.location.href;
    pendingSearch.current = request;
    await Promise.race([
      prefetch(viewWithSearch(search)),
      new Promise((resolve) => setTimeout(resolve, MAX_SEARCH_WAIT_MS)),
    ]);
    // Nothing is left to do: a later search has replaced this one, `changeView` has written this search to the address
    // together with another choice, or the list was unmounted.
    if (pendingSearch.current !== request) return true;
    pendingSearch.current = null;
    if (window.location.href !== addressBefore) return false;
    // Replace the address, so that Back does not lead through every letter typed.
    setParams(writeView(viewWithSearch(search)), { replace: true, preventScrollReset: true });
    return true;
  };
  // The prefetch starts the request shortly before `setSearch`, which then waits for the same request.
  const searchField = useDebouncedSearch(view.filters.search, setSearch, (text) => void prefetch(viewWithSearch(text)));
  return {
    view,
    searchField,
    changeView,
    /** Shows the view that the query of an address describes, such as a saved view. */
    setView: (query: string) => {
      const { filters, pageSize, sort } = readView(new URLSearchParams(query));
      changeView({ ...filters, pageSize: String(pageSize), sort });
    },
    prefetchPage: (page: number) => void prefetch({ ...view, page }),
    /** Removes all filters. Also focuses the list's heading, because the pressed button disappears. */
    resetFilters: () => {
      changeView(NO_FILTERS);
      // The search field may have letters that are not in the address yet.
      searchField.setDraft("");
      focusListHeading();
    },
  };
}
