import { LIMITS } from "@logbook/domain";
import { useMemo } from "react";
import { useBoard } from "../live/index.ts";
import { useNewsUpdates } from "../news/index.ts";
import type { IssueChanges, IssuePage, ListView } from "./list-issues.ts";
import { mergeChanges, updateCounts, useChanges } from "./use-changes.ts";
import { useHeldCards } from "./use-held-cards.ts";
import type { ReportsQuery } from "./use-reports.ts";
import { useShownNewReports } from "./use-shown-new-reports.ts";

export type LiveList = ReturnType<typeof useLiveList>;

/** Updates the list while others write: reports change in place, deleted reports are marked, new ones are counted. */
export function useLiveList(view: ListView, query: ReportsQuery) {
  // While another page of the list is loading, `data` is still the page before (`isPlaceholderData`).
  const { data, isPlaceholderData, refetch } = query;
  const isLoaded = data !== undefined && !isPlaceholderData;
  const { listener, ...board } = useBoard(isLoaded);
  useNewsUpdates(board);
  // New reports that the user asked to see ('N new – show') or has just created. Some of them may be on the page.
  const shownNewReports = useShownNewReports(view);
  const held = useHeldCards(view, isLoaded ? data : undefined);
  const shownPage = held.page ?? data;
  // While cards are held, the loaded page has reports that show as soon as the cards are released.
  const reports = [...(shownPage?.issues ?? []), ...shownNewReports.issues, ...(data?.issues ?? [])];
  const ids = [...new Set(reports.map(({ id }) => id))].slice(0, LIMITS.idsPerRequest);
  const request = { filters: view.filters, ids };
  const changes = useChanges(data, isPlaceholderData, request, board, (newChanges) => {
    shownNewReports.updateFrom(newChanges);
    held.updateFrom(newChanges);
  });

  // Memoized, because effects depend on these pages.
  const { page, deleted, pageToCache } = useMemo(() => pageWithChanges(shownPage, changes), [shownPage, changes]);
  const idsOnPage = new Set(shownPage?.issues.map(({ id }) => id));

  return {
    list: { ...query, data: page, deleted: new Set([...deleted, ...shownNewReports.deleted, ...held.deleted]) },
    /** The loaded page for the next visit, which shows each card in its own place. */
    pageToCache: isLoaded && !held.isHeld ? pageToCache : undefined,
    /** The number of new reports that are not shown yet. */
    newCount: isLoaded ? (changes?.freshTotal ?? 0) : 0,
    showNew: async () => {
      const newReports = changes?.fresh ?? [];
      if ((await refetch()).isSuccess) shownNewReports.show(newReports);
    },
    /** The new reports that the shown page does not have. They are rendered above the list. */
    shownAboveList: shownNewReports.issues.filter(({ id }) => !idsOnPage.has(id)),
    isConnectionLost: board.connection === "lost",
    /** An invisible element that must be rendered: it listens to the board. */
    listener,
  };
}

/** Returns the page with the changes. `page` still has the deleted reports, to mark them; `pageToCache` does not. */
function pageWithChanges(loadedPage: IssuePage | undefined, changes: IssueChanges | null) {
  if (!loadedPage || !changes) return { page: loadedPage, deleted: new Set<string>(), pageToCache: loadedPage };
  const { issues, deleted } = mergeChanges(loadedPage.issues, changes.issues);
  const page = { ...updateCounts(loadedPage, changes), issues };
  return { page, deleted, pageToCache: { ...page, issues: issues.filter(({ id }) => !deleted.has(id)) } };
}
