import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type Location, useLocation } from "react-router-dom";
import { createRequestPace } from "../../shared/api/request-pace.ts";
import { onReturn } from "../../shared/browser/on-return.ts";
import { timelineAnchor } from "../../shared/screens/report-address.ts";
import { useBoard } from "../live/index.ts";
import { useNewsUpdates } from "../news/index.ts";
import { type ReportPage, reportPageQuery } from "../report/index-lazy.ts";

/** Loads a report's page, and reloads it when the board changes. Render the returned `listener`: it shows nothing. */
export function useReportPage(reference: string) {
  const query = useQuery(reportPageQuery(reference));
  const { data, dataUpdatedAt, refetch } = query;
  // Listens to the board once the page is loaded.
  const board = useBoard(data !== undefined);
  const { revision, connection, listener } = board;
  useNewsUpdates(board);
  const [pace] = useState(createRequestPace);
  // A page has no revision if there was no board yet: then any revision is newer.
  const isOutdated = data !== undefined && revision !== null && revision > (data.revision ?? -1);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // A response may be outdated when it arrives, and a request may fail.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each response and for each revision
  useEffect(() => {
    if (!isOutdated) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      pace.note();
      void refetch();
    }, pace.delay());
  }, [isOutdated, revision, dataUpdatedAt, refetch, pace]);
  useEffect(() => (connection === "lost" ? onReturn(() => void refetch()) : undefined), [connection, refetch]);
  return { ...query, listener };
}

/** Scrolls to the timeline entry whose id is the address's hash, and focuses the entry, once `page` has it. */
export function useFocusTimelineEntry(page: ReportPage | undefined): void {
  const location = useLocation();
  // Compare the `location` of each navigation: the hash stays the same if the user follows the same link twice.
  const handledLocation = useRef<Location | null>(null);
  useEffect(() => {
    if (page === undefined || handledLocation.current === location) return;
    const entries = [...document.querySelectorAll<HTMLElement>(`[id^="${timelineAnchor("")}"]`)];
    const entry = entries.find(({ id }) => location.hash === `#${encodeURIComponent(id)}`);
    if (!entry) return;
    handledLocation.current = location;
    entry.scrollIntoView({ block: "center" });
    entry.focus({ preventScroll: true });
  }, [location, page]);
}
