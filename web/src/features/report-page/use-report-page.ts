import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { reportPageQuery } from "../../shared/api/read-report-page.ts";
import { onReturn } from "../../shared/browser/on-return.ts";
import { useNewsUpdates } from "../../shared/news/news.ts";
import { useBoard } from "../live/index.ts";
import { isHistoryBehind } from "./timeline-entries.ts";

// All windows learn of a change at the same moment, so each delays its request by a random time between these two.
const MIN_DELAY_MS = 200;
const MAX_DELAY_MS = 600;
const HISTORY_POLL_INTERVAL_MS = 1_000;

/** A report's page, loaded again whenever the board changes. Render the returned `listener`; it shows nothing. */
export function useReportPage(reference: string) {
  const query = useQuery({
    ...reportPageQuery(reference),
    refetchInterval: ({ state: { data } }) =>
      data && isHistoryBehind(data.issue, data.events, Date.now()) ? HISTORY_POLL_INTERVAL_MS : false,
  });
  const { data, dataUpdatedAt, refetch } = query;
  const { listener, ...board } = useBoard(data !== undefined);
  const { revision, connection } = board;
  useNewsUpdates(board);
  const isOutdated = data !== undefined && revision !== null && revision > (data.revision ?? -1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response may be outdated again, and a request may fail
  useEffect(() => {
    if (!isOutdated) return;
    const timer = setTimeout(() => void refetch(), MIN_DELAY_MS + Math.random() * (MAX_DELAY_MS - MIN_DELAY_MS));
    return () => clearTimeout(timer);
  }, [isOutdated, revision, dataUpdatedAt, refetch]);
  useEffect(() => (connection === "lost" ? onReturn(() => void refetch()) : undefined), [connection, refetch]);
  return { ...query, listener };
}
