import type { Amendment, Issue, WireEvent } from "@logbook/domain";
import { firstStatus } from "@logbook/domain";

/** An entry of a report's timeline: an event of its history, or an amendment. `key` is unique in the timeline. */
export type TimelineEntry = { key: string; at: string } & (
  | { kind: "event"; event: WireEvent }
  | { kind: "amendment"; amendment: Amendment }
);

/** A report's amendments and the events of its history, oldest first, without the event of its creation. */
export function timelineEntries(
  { amendments }: Pick<Issue, "amendments">,
  events: readonly WireEvent[],
): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...events
      .filter(({ kind }) => kind !== "created")
      .map((event) => ({ key: `${event.kind} ${event.at}`, at: event.at, kind: "event" as const, event })),
    ...amendments.map((amendment) => ({
      key: amendment.id,
      at: amendment.createdAt,
      kind: "amendment" as const,
      amendment,
    })),
  ];
  return entries.sort(compareTimes);
}

function compareTimes(a: TimelineEntry, b: TimelineEntry): number {
  if (a.at === b.at) return 0;
  return a.at < b.at ? -1 : 1;
}

const MAX_TRIGGER_DELAY_MS = 30_000;

// An event has the time of the commit, which may differ slightly from the times that the commit set.
const EVENT_TIME_TOLERANCE_MS = 500;

/** Whether the last step, edit or restore may not be in the history yet: a trigger adds it some seconds later. */
export function isHistoryBehind(
  report: Pick<Issue, "type" | "status" | "createdAt" | "updatedAt" | "editedAt" | "amendments">,
  events: readonly WireEvent[],
  now: number,
): boolean {
  if (now - Date.parse(report.updatedAt) >= MAX_TRIGGER_DELAY_MS) return false;
  const lastStep = events.findLast((event) => event.kind === "status");
  const recordedStatus = lastStep?.to ?? firstStatus(report.type);
  if (recordedStatus !== report.status) return true;
  // All but a new amendment and a vote, which sets no `updatedAt`, becomes an event.
  const isLastChangeRecorded =
    report.amendments.some(({ createdAt }) => createdAt === report.updatedAt) ||
    [report.createdAt, ...events.map(({ at }) => at)].some(
      (at) => Date.parse(at) + EVENT_TIME_TOLERANCE_MS >= Date.parse(report.updatedAt),
    );
  if (!isLastChangeRecorded) return true;
  const editTimes = [report, ...report.amendments].map(({ editedAt }) => Date.parse(editedAt ?? "") || 0);
  const recordedEditTimes = events.map((event) => (event.kind === "edited" ? Date.parse(event.at) : 0));
  return Math.max(...editTimes) > Math.max(0, ...recordedEditTimes) + EVENT_TIME_TOLERANCE_MS;
}
