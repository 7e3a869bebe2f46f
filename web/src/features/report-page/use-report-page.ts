import { firstStatus, type Issue, type WireEvent } from "@logbook/domain";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type Location, useLocation } from "react-router-dom";
import { onReturn } from "../../shared/browser/on-return.ts";
import { timelineAnchor } from "../../shared/screens/report-address.ts";
import { useBoard } from "../live/index.ts";
import { useNewsUpdates } from "../news/index.ts";
import { type ReportPage, reportPageQuery } from "../report/index-lazy.ts";

// All windows learn of a change at the same moment. To spread their requests, each window waits for a random time
// between these two.
const MIN_DELAY_MS = 200;
const MAX_DELAY_MS = 600;
const HISTORY_POLL_INTERVAL_MS = 1_000;

/** Loads a report's page, and reloads it when the board changes. Render the returned `listener`: it shows nothing. */
export function useReportPage(reference: string) {
  const query = useQuery({
    ...reportPageQuery(reference),
    // A trigger writes the history some seconds after a change of the report: until then ask again.
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
  // A response may be outdated when it arrives, and a request may fail.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each response and for each revision
  useEffect(() => {
    if (!isOutdated) return;
    const timer = setTimeout(() => void refetch(), MIN_DELAY_MS + Math.random() * (MAX_DELAY_MS - MIN_DELAY_MS));
    return () => clearTimeout(timer);
  }, [isOutdated, revision, dataUpdatedAt, refetch]);
  useEffect(() => (connection === "lost" ? onReturn(() => void refetch()) : undefined), [connection, refetch]);
  return { ...query, listener };
}

// After this time stop waiting for a missing event: the report may have changed before the logbook had histories.
const MAX_TRIGGER_DELAY_MS = 30_000;

// An event has the time of the commit. It may differ slightly from the times that the commit writes into the report.
const EVENT_TIME_TOLERANCE_MS = 500;

/** Whether the history may lack the last step, edit or restore, which a trigger adds some seconds later. */
export function isHistoryBehind(
  report: Pick<Issue, "type" | "status" | "createdAt" | "updatedAt" | "editedAt" | "amendments">,
  events: readonly WireEvent[],
  now: number,
): boolean {
  const updatedAt = Date.parse(report.updatedAt);
  if (now - updatedAt >= MAX_TRIGGER_DELAY_MS) return false;
  const lastStep = events.findLast((event) => event.kind === "status");
  const recordedStatus = lastStep?.to ?? firstStatus(report.type);
  if (recordedStatus !== report.status) return true;
  // Each change that sets `updatedAt` becomes an event, except a new amendment.
  const isLastChangeAmendment = report.amendments.some(({ createdAt }) => createdAt === report.updatedAt);
  const recordedTimes = [report.createdAt, ...events.map(({ at }) => at)].map((time) => Date.parse(time));
  const isLastChangeRecorded = recordedTimes.some((time) => time + EVENT_TIME_TOLERANCE_MS >= updatedAt);
  if (!isLastChangeAmendment && !isLastChangeRecorded) return true;
  const editTimes = [report, ...report.amendments].map(({ editedAt }) => (editedAt ? Date.parse(editedAt) : 0));
  const recordedEditTimes = events.map((event) => (event.kind === "edited" ? Date.parse(event.at) : 0));
  return Math.max(...editTimes) > Math.max(0, ...recordedEditTimes) + EVENT_TIME_TOLERANCE_MS;
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
