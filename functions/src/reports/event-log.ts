import { compareText, isRecord, LIMITS } from "@logbook/domain";
import { queryDocuments, type StoredDocument } from "../firestore/documents.ts";
import type { Credentials, Outcome } from "../firestore/rest.ts";
import { parseTimestamp } from "../firestore/stored-report.ts";
import { encodeValue } from "../firestore/values.ts";

/** An event in the history of a report. */
export interface LoggedEvent {
  id: string;
  issueId: string;
  kind: string;
  /** The old status, for a step or a deletion; `null` for other events. */
  from: string | null;
  /** The new status, or the id of the amendment that was added or edited. */
  to: string | null;
  /** The author's uid; `""` if unknown. */
  by: string;
  /** The author's username; `""` if unknown. */
  byName: string;
  at: string;
  /** The deleted report, for a deletion; `null` for other events. */
  report: { number: number | null; title: string } | null;
}

/** Reads up to `limit` events since a time, newest first, with the caller's token. Every member may read all events. */
export type LoadEvents = (
  credentials: Credentials,
  since: Date,
  limit: number,
) => Promise<Outcome<{ events: LoggedEvent[] }>>;

/** The last events of all reports, kept in the memory of one process. */
export interface EventLog {
  /**
   * Returns the events of the last `LIMITS.newsDays` days, newest first. Reads as the caller, and only new events,
   * unless the `lineage` of the board has changed, for example because a backup was restored: then reads all again.
   */
  read(credentials: Credentials, lineage: string | null): Promise<Outcome<{ events: readonly LoggedEvent[] }>>;
}

// The texts before an edit are not read, because they can have many kilobytes.
const SELECTED_FIELDS = ["issueId", "kind", "from", "to", "by", "byName", "at", "report"];

const MAX_EVENTS = 2_000;
const DAY_MS = 86_400_000;
/** Each read begins this long before the last read, because a trigger stores an event some time after its time `at`. */
export const OVERLAP_MS = 5 * 60_000;
/** A call within this time after the last read gets the same events: after a change, all open pages ask at once. */
export const MIN_INTERVAL_MS = 1_000;

/** Creates an empty log; `now` is the clock in milliseconds. */
export function createEventLog(load: LoadEvents, now: () => number): EventLog {
  let events: readonly LoggedEvent[] = [];
  // When the latest read that succeeded has started.
  let readAt: number | null = null;
  let lastLineage: string | null = null;

  return {
    async read(credentials, lineage) {
      if (lineage !== lastLineage) {
        lastLineage = lineage;
        events = [];
        readAt = null;
      }
      const startedAt = now();
      if (readAt !== null && startedAt - readAt < MIN_INTERVAL_MS) return { events };
      const oldestTime = startedAt - LIMITS.newsDays * DAY_MS;
      const since = readAt === null ? oldestTime : Math.max(oldestTime, readAt - OVERLAP_MS);
      const outcome = await load(credentials, new Date(since), MAX_EVENTS);
      if ("refusal" in outcome) return outcome;
      // A request with another lineage has emptied the log during this read, so the events are not kept.
      if (lineage !== lastLineage) return outcome;
      const eventsById = new Map([...events, ...outcome.events].map((event) => [event.id, event]));
      events = [...eventsById.values()]
        .filter(({ at }) => Date.parse(at) >= oldestTime)
        .sort((a, b) => compareText(b.at, a.at))
        .slice(0, MAX_EVENTS);
      // Reads may run at the same time, and a read that started earlier may end later.
      readAt = Math.max(readAt ?? 0, startedAt);
      return { events };
    },
  };
}

const loadEvents: LoadEvents = async (credentials, since, limit) => {
  const timeField = { fieldPath: "at" };
  const outcome = await queryDocuments(credentials, {
    select: { fields: SELECTED_FIELDS.map((fieldPath) => ({ fieldPath })) },
    from: [{ collectionId: "history" }],
    where: { fieldFilter: { field: timeField, op: "GREATER_THAN_OR_EQUAL", value: encodeValue(since) } },
    orderBy: [{ field: timeField, direction: "DESCENDING" }],
    limit,
  });
  if ("refusal" in outcome) return outcome;
  return { events: outcome.documents.flatMap((document) => parseEvent(document) ?? []) };
};

/** The log of this process. */
export const eventLog = createEventLog(loadEvents, Date.now);

function parseEvent({ id, data }: StoredDocument): LoggedEvent | null {
  const { issueId, kind, from, to, by, byName, at, report } = data;
  const time = parseTimestamp(at);
  if (typeof issueId !== "string" || typeof kind !== "string" || time === null) return null;
  return {
    id,
    issueId,
    kind,
    from: textOrDefault(from, null),
    to: textOrDefault(to, null),
    by: textOrDefault(by, ""),
    byName: textOrDefault(byName, ""),
    at: time,
    report: parseNumberAndTitle(report),
  };
}

function parseNumberAndTitle(value: unknown): LoggedEvent["report"] {
  if (!isRecord(value) || typeof value.title !== "string") return null;
  return { number: typeof value.number === "number" ? value.number : null, title: value.title };
}

const textOrDefault = <T>(value: unknown, fallback: T): string | T => (typeof value === "string" ? value : fallback);
