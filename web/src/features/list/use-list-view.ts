import { type Filters, NO_FILTERS, type PageSize } from "@logbook/domain";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import type { ListView } from "../../shared/api/issue-page.ts";
import { pageQuery } from "./use-issues.ts";
import { readView, writeView } from "./view.ts";

/** The wanted part of the list, held by the address, and what changes it: all but the page itself lead to page 1. */
export interface ListViewControls {
  view: ListView;
  /** Resolves to whether it was not dropped, as it is for somebody who has gone elsewhere meanwhile. */
  setSearch: (search: string) => Promise<boolean> | undefined;
  /** Asks for what this search will show. */
  prefetchSearch: (search: string) => void;
  setFilters: (filters: Partial<Filters>) => void;
  setPageSize: (pageSize: PageSize) => void;
  setPage: (page: number) => void;
  /** Asks for a page that is about to be turned to. */
  prefetchPage: (page: number) => void;
  resetFilters: () => void;
}

/** So long a search waits for its answer before the old list shows that it does: to draw that takes longer than most answers. */
const PATIENCE_MS = 150;

/** Filters and page of the address (section 9). */
export function useListView(): ListViewControls {
  const [params, setParams] = useSearchParams();
  const view = useMemo(() => readView(params), [params]);
  const client = useQueryClient();
  // A search that has been asked for and is not yet in the address; none once the list has gone.
  const pending = useRef<{ search: string } | null>(null);
  useEffect(
    () => () => {
      pending.current = null;
    },
    [],
  );
  const show = (next: ListView, replace: boolean) => {
    const address = writeView(next);
    // What is shown already, pressed again, is no step to come back from.
    const isSame = `${address}` === `${writeView(readView(new URLSearchParams(window.location.search)))}`;
    setParams(address, { replace: replace || isSame, preventScrollReset: true });
  };
  const go = (change: Partial<Filters>, rest?: Partial<ListView>) => {
    // Of the address, not as last drawn: two choices made before React came are made again at once.
    const now = readView(new URLSearchParams(window.location.search));
    const next = { ...now, page: 1, ...rest, filters: { ...now.filters, ...pending.current, ...change } };
    pending.current = null;
    // The answer is under way while the address changes and the list is drawn as waiting.
    void client.prefetchQuery(pageQuery(next));
    show(next, false);
  };
  const searched = (search: string) => ({ ...view, page: 1, filters: { ...view.filters, search } });
  const ask = (text: string) => client.prefetchQuery(pageQuery(searched(text)));
  const search = async (text: string): Promise<boolean> => {
    const mine = { search: text };
    const address = window.location.href;
    pending.current = mine;
    const next = searched(text);
    await Promise.race([ask(text), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
    if (pending.current !== mine) return true;
    pending.current = null;
    if (window.location.href !== address) return false;
    // Replaced, so that Back does not lead through every letter typed.
    show(next, true);
    return true;
  };
  return {
    view,
    setSearch: search,
    prefetchSearch: (text) => void ask(text),
    setFilters: (filters) => go(filters),
    setPageSize: (pageSize) => go({}, { pageSize }),
    setPage: (page) => go({}, { page }),
    prefetchPage: (page) => void client.prefetchQuery(pageQuery({ ...view, page })),
    resetFilters: () => go(NO_FILTERS),
  };
}
