import { type Issue, LIMITS } from "@logbook/domain";
import { type ReactNode, useMemo } from "react";
import type { ListView } from "../../shared/api/issue-page.ts";
import { useBoard } from "../live/index.ts";
import { mergeChanges, updateCounts } from "./merge-changes.ts";
import { useChanges } from "./use-changes.ts";
import type { IssuesQuery } from "./use-issues.ts";
import { useShownNewReports } from "./use-shown-new-reports.ts";

const NONE: ReadonlySet<string> = new Set();

/** The list as the page shows it, kept up to date in place; and what is new. */
export interface LiveList {
  issues: IssuesQuery;
  /** How many new reports wait to be shown. */
  waiting: number;
  showNew: () => Promise<void>;
  /** Reports that were new, were asked for, and are on other pages. */
  group: readonly Issue[];
  /** Whether changes show only once the person comes back. */
  lost: boolean;
  /** What listens; has to be drawn somewhere, though nothing of it is seen. */
  room: ReactNode;
}

/**
 * Keeps the list up to date while others write: reports change in their places, deleted ones stay and say so, new ones
 * wait until the person asks for them.
 */
export function useLiveList(view: ListView, query: IssuesQuery): LiveList {
  const { data, error, isError, isFetching, isPlaceholderData, failureCount, refetch } = query;
  const isWanted = data !== undefined && !isPlaceholderData;
  const { listener: room, ...board } = useBoard(isWanted);
  const added = useShownNewReports(view);
  const ids = [...new Set([...(data?.issues ?? []), ...added.issues].map(({ id }) => id))].slice(
    0,
    LIMITS.idsPerRequest,
  );
  const changes = useChanges(data, isWanted, { filters: view.filters, ids }, board, added.learn);

  // The same objects as long as nothing changes, for those who watch them.
  const { page, deleted } = useMemo(() => {
    if (!data || !changes) return { page: data, deleted: NONE };
    const standing = mergeChanges(data.issues, changes.issues);
    return { page: { ...updateCounts(data, changes), issues: standing.issues }, deleted: standing.deleted };
  }, [data, changes]);
  const onPage = new Set(data?.issues.map(({ id }) => id));

  return {
    issues: {
      ...{ error, isError, isFetching, isPlaceholderData, failureCount, refetch },
      data: page,
      deleted: new Set([...deleted, ...added.deleted]),
    },
    waiting: isWanted ? (changes?.freshTotal ?? 0) : 0,
    showNew: async () => {
      const fresh = changes?.fresh ?? [];
      if ((await refetch()).isSuccess) added.show(fresh);
    },
    group: added.issues.filter(({ id }) => !onPage.has(id)),
    lost: board.connection === "lost",
    room,
  };
}
