import { compareText, LIMITS } from "@logbook/domain";
import * as z from "zod";
import { queryDocuments } from "../firestore/documents.ts";
import type { Credentials, Outcome } from "../firestore/rest.ts";
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

/** Reads the last events since a time, newest first, with the caller's token. Every member may read all events. */
export type LoadEvents = (credentials: Credentials, since: Date) => Promise<Outcome<{ events: LoggedEvent[] }>>;

// The texts before an edit are not read, because they can have many kilobytes.
const SELECTED_FIELDS = ["issueId", "kind", "from", "to", "by", "byName", "at", "report"];

// At most this many events are read and kept in memory, the newest ones.
const MAX_EVENTS = 2_000;
const DAY_MS = 86_400_000;
/** Each read begins this long before the last read, because a trigger stores an event later than `at` says. */
export const OVERLAP_MS = 5 * 60_000;
/** A call within this time after the last read gets the same events: after a change, all open pages ask at once. */
export const MIN_INTERVAL_MS = 1_000;

/** Creates an empty log of the last events of all reports; `now` is the clock in milliseconds. */
export function createEventLog(load: LoadEvents, now: () => number) {
  let events: readonly LoggedEvent[] = [];
  // The start of the latest read that succeeded.
  let readAt: number | null = null;
  let lastLineage: string | null = null;

  return {
    /**
     * Returns the events of the last `LIMITS.newsDays` days, newest first. Reads as the caller, and only new events. If
     * the `lineage` of the board has changed, for example after a restored backup, reads all events again.
     */
    async read(credentials: Credentials, lineage: string | null): Promise<Outcome<{ events: readonly LoggedEvent[] }>> {
      if (lineage !== lastLineage) {
        lastLineage = lineage;
        events = [];
        readAt = null;
      }
      const startedAt = now();
      if (readAt !== null && startedAt - readAt < MIN_INTERVAL_MS) return { events };
      const oldestTime = startedAt - LIMITS.newsDays * DAY_MS;
      const since = readAt === null ? oldestTime : Math.max(oldestTime, readAt - OVERLAP_MS);
      const outcome = await load(credentials, new Date(since));
      if ("refusal" in outcome) return outcome;
      // A request with another lineage has emptied the log during this read, so the events are not kept.
      if (lineage !== lastLineage) return outcome;
      const eventsById = new Map([...events, ...outcome.events].map((event) => [event.id, event]));
      events = [...eventsById.values()]
        .filter(({ at }) => Date.parse(at) >= oldestTime)
        .sort((a, b) => compareText(b.at, a.at))
        .slice(0, MAX_EVENTS);
      readAt = startedAt;
      return { events };
    },
  };
}

const loadEvents: LoadEvents = async (credentials, since) => {
  const timeField = { fieldPath: "at" };
  const outcome = await queryDocuments(credentials, {
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
