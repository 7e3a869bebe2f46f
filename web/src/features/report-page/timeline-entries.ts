import { type Amendment, firstStatus, type Issue, type WireEvent } from "@logbook/domain";

/** An entry of a report's timeline: an event of its history, or an amendment. `key` is unique in the timeline. */
export type TimelineEntry = { key: string; at: string } & (
  | { kind: "event"; event: WireEvent }
  | { kind: "amendment"; amendment: Amendment }
);

/** A report's amendments and the events of its history except its creation, oldest first. */
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

// After this time a missing event is not expected any more: a report's last change may be older than the history.
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
