import { LIMITS } from "@logbook/domain";
import { useMemo } from "react";
import type { ListView } from "../../shared/api/list-issues.ts";
import { useNewsUpdates } from "../../shared/news/news.ts";
import { useBoard } from "../live/index.ts";
import { mergeChanges, updateCounts } from "./merge-changes.ts";
import { useChanges } from "./use-changes.ts";
import type { ReportsQuery } from "./use-reports.ts";
import { useShownNewReports } from "./use-shown-new-reports.ts";

const NO_IDS: ReadonlySet<string> = new Set();

export type LiveList = ReturnType<typeof useLiveList>;

/** Updates the list while others write: reports change in place, deleted reports are marked, new ones are counted. */
export function useLiveList(view: ListView, query: ReportsQuery) {
  // While another page of the list is loading, `data` is still the page before (`isPlaceholderData`).
  const { data, isPlaceholderData, refetch } = query;
  const isLoaded = data !== undefined && !isPlaceholderData;
  const { listener, ...board } = useBoard(isLoaded);
  useNewsUpdates(board);
  // The new reports that the user has asked to see or has created; the page shows them above the list.
  const shownNewReports = useShownNewReports(view);
  const reports = [...(data?.issues ?? []), ...shownNewReports.issues];
  const ids = [...new Set(reports.map(({ id }) => id))].slice(0, LIMITS.idsPerRequest);
  const changes = useChanges(
    data,
    isPlaceholderData,
    { filters: view.filters, ids },
    board,
    shownNewReports.applyChanges,
  );

  // `page` and `deleted` are memoized, because effects depend on them.
  const { page, deleted } = useMemo(() => {
    if (!data || !changes) return { page: data, deleted: NO_IDS };
    const merged = mergeChanges(data.issues, changes.issues);
    return { page: { ...updateCounts(data, changes), issues: merged.issues }, deleted: merged.deleted };
  }, [data, changes]);
  const idsOnPage = new Set(data?.issues.map(({ id }) => id));

  return {
    list: { ...query, data: page, deleted: new Set([...deleted, ...shownNewReports.deleted]) },
    /** The number of new reports that are not shown yet. */
    newCount: isLoaded ? (changes?.freshTotal ?? 0) : 0,
    showNew: async () => {
      const newReports = changes?.fresh ?? [];
      if ((await refetch()).isSuccess) shownNewReports.show(newReports);
    },
    /** New reports above the list that are not on the shown page of the list. */
    shownFromOtherPages: shownNewReports.issues.filter(({ id }) => !idsOnPage.has(id)),
    isConnectionLost: board.connection === "lost",
    /** An invisible element that must be rendered: it listens to the board. */
    listener,
  };
}
