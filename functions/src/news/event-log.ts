import { compareText, LIMITS } from "@logbook/domain";
import * as z from "zod";
import type { BoardHead } from "../firestore/board-head.ts";
import { queryDocuments } from "../firestore/documents.ts";
import { cursorOf, type EventCursor, eventsBefore } from "../firestore/event-order.ts";
import type { Outcome } from "../firestore/rest.ts";
import { parseTimestamp } from "../firestore/stored-report.ts";
import { encodeValue } from "../firestore/values.ts";

const eventSchema = z.object({
  issueId: z.string(),
  kind: z.string(),
  /** The old status, for a step or a deletion; the former reason of a reopened report; `null` for other events. */
  from: z.string().nullable().catch(null),
  /** The new status, the id of the amendment that was added, edited, hidden or shown again, or a closing's reason. */
  to: z.string().nullable().catch(null),
  /** The author's uid; `""` if unknown. */
  by: z.string().catch(""),
  /** The author's username; `""` if unknown. */
  byName: z.string().catch(""),
  /** The uid of the member who is told of the event, whatever they follow; `null` for other events. */
  about: z.string().nullable().catch(null),
  at: z.preprocess(parseTimestamp, z.string()),
  /** The deleted report, for a deletion; `null` for other events. */
  report: z
    .object({ number: z.number().nullable().catch(null), title: z.string() })
    .nullable()
    .catch(null),
  /** The report of which the closed one is a duplicate; `null` for other events. */
  of: z
    .object({ id: z.string(), number: z.number().nullable().catch(null), title: z.string() })
    .nullable()
    .catch(null),
  /** The entry of What's new that links to the report, with the earlier links; missing for other events. */
  entry: z
    .object({ id: z.string(), told: z.record(z.string(), z.preprocess(parseTimestamp, z.string())) })
    .optional()
    .catch(undefined),
});

/** An event in the history of a report. */
export type LoggedEvent = { id: string } & z.output<typeof eventSchema>;

/** Reads events since a time, newest first: the last ones, or those before the cursor. `next` is `null` at the end. */
export type LoadEvents = (
  since: Date,
  before: EventCursor | null,
) => Promise<Outcome<{ events: LoggedEvent[]; next: EventCursor | null }>>;

// The texts before an edit are not read, because they can have many kilobytes.
const SELECTED_FIELDS = ["issueId", "kind", "from", "to", "by", "byName", "about", "at", "report", "of", "entry"];

// At most this many events are kept in memory, the newest ones.
const MAX_EVENTS = 2_000;
// At most this many of them are by one member, so that nobody can push the events of all others out.
const MAX_EVENTS_PER_MEMBER = 200;
const EVENTS_PER_READ = 2_000;
// One member can cause more events than all these reads return, but not within a few hours.
const MAX_READS = 5;
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
    let keptEvents = isSameLineage ? events : [];
    let cursor: EventCursor | null = null;
    for (let reads = 0; reads < MAX_READS && (reads === 0 || cursor !== null); reads += 1) {
      const outcome = await load(new Date(since), cursor);
      if ("refusal" in outcome) return outcome;
      keptEvents = withoutFormerNames(keepNewest([...keptEvents, ...outcome.events].filter(isRecent)));
      if (keptEvents.length === MAX_EVENTS) break;
      cursor = outcome.next;
    }
    events = keptEvents;
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

/** The kind of the event of a member who has deleted their account; its `byName` stands for theirs in all events. */
const LEFT = "left";

/** The events with another name in those by former members, which were read before the name was changed in Firestore. */
function withoutFormerNames(events: readonly LoggedEvent[]): LoggedEvent[] {
  const names = new Map(events.filter(({ kind }) => kind === LEFT).map(({ by, byName }) => [by, byName]));
  return events.map((event) => ({ ...event, byName: names.get(event.by) ?? event.byName }));
}

/** The newest events, newest first, at most `MAX_EVENTS` in all and `MAX_EVENTS_PER_MEMBER` of each author. */
function keepNewest(events: readonly LoggedEvent[]): LoggedEvent[] {
  const eventsById = new Map(events.map((event) => [event.id, event]));
  const newestFirst = [...eventsById.values()].sort((a, b) => compareText(b.at, a.at));
  const counts = new Map<string, number>();
  const isWithinBound = ({ by }: LoggedEvent): boolean => {
    const count = (counts.get(by) ?? 0) + 1;
    counts.set(by, count);
    return count <= MAX_EVENTS_PER_MEMBER;
  };
  return newestFirst.filter(isWithinBound).slice(0, MAX_EVENTS);
}

const loadEvents: LoadEvents = async (since, before) => {
  const timeField = { fieldPath: "at" };
  const outcome = await queryDocuments({
    select: { fields: SELECTED_FIELDS.map((fieldPath) => ({ fieldPath })) },
    from: [{ collectionId: "history" }],
    where: { fieldFilter: { field: timeField, op: "GREATER_THAN_OR_EQUAL", value: encodeValue(since) } },
    ...eventsBefore(before),
    limit: EVENTS_PER_READ,
  });
  if ("refusal" in outcome) return outcome;
  const events = outcome.documents.flatMap(({ id, data }) => {
    const event = eventSchema.safeParse(data).data;
    return event === undefined ? [] : { id, ...event };
  });
  const lastDocument = outcome.documents.length === EVENTS_PER_READ ? outcome.documents.at(-1) : undefined;
  return { events, next: lastDocument === undefined ? null : cursorOf(lastDocument) };
};

/** The log of this process. */
export const eventLog = createEventLog(loadEvents, Date.now);
