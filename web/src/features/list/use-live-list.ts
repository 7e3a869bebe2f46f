import { LIMITS } from "@logbook/domain";
import { useMemo } from "react";
import type { ListView } from "../../shared/api/issue-page.ts";
import { useNewsUpdates } from "../../shared/news/news.ts";
import { useBoard } from "../live/index.ts";
import { mergeChanges, updateCounts } from "./merge-changes.ts";
import { useChanges } from "./use-changes.ts";
import type { ReportsQuery } from "./use-reports.ts";
import { useShownNewReports } from "./use-shown-new-reports.ts";

const NONE: ReadonlySet<string> = new Set();

export type LiveList = ReturnType<typeof useLiveList>;

/** Updates the list while others write: reports change in place, deleted ones are marked, new ones show on request. */
export function useLiveList(view: ListView, query: ReportsQuery) {
  const { data, isPlaceholderData, refetch } = query;
  const isWanted = data !== undefined && !isPlaceholderData;
  const { listener, ...board } = useBoard(isWanted);
  useNewsUpdates(board);
  const added = useShownNewReports(view);
  const ids = [...new Set([...(data?.issues ?? []), ...added.issues].map(({ id }) => id))].slice(
    0,
    LIMITS.idsPerRequest,
  );
  const changes = useChanges(data, isWanted, { filters: view.filters, ids }, board, added.applyChanges);

  // Memoized for the effects that depend on these objects.
  const { page, deleted } = useMemo(() => {
    if (!data || !changes) return { page: data, deleted: NONE };
    const merged = mergeChanges(data.issues, changes.issues);
    return { page: { ...updateCounts(data, changes), issues: merged.issues }, deleted: merged.deleted };
  }, [data, changes]);
  const onPage = new Set(data?.issues.map(({ id }) => id));

  return {
    list: { ...query, data: page, deleted: new Set([...deleted, ...added.deleted]) },
    /** The number of new reports that are not shown yet. */
    waiting: isWanted ? (changes?.freshTotal ?? 0) : 0,
    showNew: async () => {
      const fresh = changes?.fresh ?? [];
      if ((await refetch()).isSuccess) added.show(fresh);
    },
    /** New reports that the user has asked for and that belong to other pages of the list. */
    shownNew: added.issues.filter(({ id }) => !onPage.has(id)),
    isInterrupted: board.connection === "lost",
    listener,
  };
}
