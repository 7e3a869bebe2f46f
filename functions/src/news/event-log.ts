import { compareText, LIMITS } from "@logbook/domain";
import * as z from "zod";
import type { BoardHead } from "../firestore/board-head.ts";
import { queryDocuments } from "../firestore/documents.ts";
import type { Outcome } from "../firestore/rest.ts";
import { parseTimestamp } from "../firestore/stored-report.ts";
import { encodeValue } from "../firestore/values.ts";

const eventSchema = z.object({
  issueId: z.string(),
  kind: z.string(),
  /** The old status, for a step or a deletion; `null` for other events. */
  from: z.string().nullable().catch(null),
  /** The new status, or the id of the amendment that was added or edited. */
  to: z.string().nullable().catch(null),
  /** The author's uid; `""` if unknown. */
  by: z.string().catch(""),
  /** The author's username; `""` if unknown. */
  byName: z.string().catch(""),
  at: z.preprocess(parseTimestamp, z.string()),
  /** The deleted report, for a deletion; `null` for other events. */
  report: z
    .object({ number: z.number().nullable().catch(null), title: z.string() })
    .nullable()
    .catch(null),
});

/** An event in the history of a report. */
export type LoggedEvent = { id: string } & z.output<typeof eventSchema>;

/** Reads the last events since a time, newest first. */
export type LoadEvents = (since: Date) => Promise<Outcome<{ events: LoggedEvent[] }>>;

// The texts before an edit are not read, because they can have many kilobytes.
const SELECTED_FIELDS = ["issueId", "kind", "from", "to", "by", "byName", "at", "report"];

// At most this many events are read and kept in memory, the newest ones.
const MAX_EVENTS = 2_000;
const DAY_MS = 86_400_000;
/** Each read begins this long before the last one: an event becomes visible somewhat later than its time says. */
export const OVERLAP_MS = 60_000;

/** Creates an empty log of the last events of all reports; `now` is the clock in milliseconds. */
export function createEventLog(load: LoadEvents, now: () => number) {
  let events: readonly LoggedEvent[] = [];
  /** The board's head at the latest read that succeeded, and the start of that read. */
  let lastRead: { head: BoardHead; startedAt: number } | null = null;
  let runningRead: Promise<unknown> = Promise.resolve();

  async function readUpTo(head: BoardHead | null): Promise<Outcome<{ events: readonly LoggedEvent[] }>> {
    const isSameLineage = lastRead !== null && lastRead.head.lineage === head?.lineage;
    const startedAt = now();
    const oldestTime = startedAt - LIMITS.newsDays * DAY_MS;
    const isRecent = ({ at }: LoggedEvent): boolean => Date.parse(at) >= oldestTime;
    if (isSameLineage && lastRead!.head.revision === head!.revision) return { events: events.filter(isRecent) };
    const since = isSameLineage ? Math.max(oldestTime, lastRead!.startedAt - OVERLAP_MS) : oldestTime;
    const outcome = await load(new Date(since));
    if ("refusal" in outcome) return outcome;
    const earlierEvents = isSameLineage ? events : [];
    const eventsById = new Map([...earlierEvents, ...outcome.events].map((event) => [event.id, event]));
    events = [...eventsById.values()]
      .filter(isRecent)
      .sort((a, b) => compareText(b.at, a.at))
      .slice(0, MAX_EVENTS);
    lastRead = head && { head, startedAt };
    return { events };
  }

  return {
    /**
     * Returns the events of the last `LIMITS.newsDays` days, newest first, up to the board's `head` at least. Reads only
     * new events, and none if the board has not moved. If the board's lineage has changed, reads all events again.
     */
    read(head: BoardHead | null): Promise<Outcome<{ events: readonly LoggedEvent[] }>> {
      // One read after the other, so that requests of one revision share a read.
      const result = runningRead.then(() => readUpTo(head));
      runningRead = result.catch(() => undefined);
      return result;
    },
  };
}

const loadEvents: LoadEvents = async (since) => {
  const timeField = { fieldPath: "at" };
  const outcome = await queryDocuments({
    select: { fields: SELECTED_FIELDS.map((fieldPath) => ({ fieldPath })) },
    from: [{ collectionId: "history" }],
    where: { fieldFilter: { field: timeField, op: "GREATER_THAN_OR_EQUAL", value: encodeValue(since) } },
    orderBy: [{ field: timeField, direction: "DESCENDING" }],
    limit: MAX_EVENTS,
  });
  if ("refusal" in outcome) return outcome;
  const events = outcome.documents.flatMap(({ id, data }) => {
    const event = eventSchema.safeParse(data).data;
    return event === undefined ? [] : { id, ...event };
  });
  return { events };
};

/** The log of this process. */
export const eventLog = createEventLog(loadEvents, Date.now);
