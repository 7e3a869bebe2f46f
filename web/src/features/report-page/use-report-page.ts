import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { reportPageQuery } from "../../shared/api/report-queries.ts";
import { onReturn } from "../../shared/browser/on-return.ts";
import { useNewsUpdates } from "../../shared/news/news.ts";
import { useBoard } from "../live/index.ts";
import { isHistoryBehind } from "./timeline-entries.ts";

// All windows learn of a change at the same moment. So each waits for a random time between these two.
const MIN_DELAY_MS = 200;
const MAX_DELAY_MS = 600;
const HISTORY_POLL_INTERVAL_MS = 1_000;

/** A report's page, loaded again whenever the board changes. Render the returned `listener`; it shows nothing. */
export function useReportPage(reference: string) {
  const query = useQuery({
    ...reportPageQuery(reference),
    // A trigger writes the history some seconds after a change of the report.
    refetchInterval: ({ state: { data } }) =>
      data && isHistoryBehind(data.issue, data.events, Date.now()) ? HISTORY_POLL_INTERVAL_MS : false,
  });
  const { data, dataUpdatedAt, refetch } = query;
  // Listens to the board once the page is loaded.
  const board = useBoard(data !== undefined);
  const { revision, connection, listener } = board;
  useNewsUpdates(board);
  // A page has no revision if there was no board yet: then any revision is newer.
  const isOutdated = data !== undefined && revision !== null && revision > (data.revision ?? -1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each response, as it may be outdated, and for each revision, as a request may fail
  useEffect(() => {
    if (!isOutdated) return;
    const timer = setTimeout(() => void refetch(), MIN_DELAY_MS + Math.random() * (MAX_DELAY_MS - MIN_DELAY_MS));
    return () => clearTimeout(timer);
  }, [isOutdated, revision, dataUpdatedAt, refetch]);
  useEffect(() => (connection === "lost" ? onReturn(() => void refetch()) : undefined), [connection, refetch]);
  return { ...query, listener };
}
