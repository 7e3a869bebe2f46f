import { compareText, isRecord, LIMITS } from "@logbook/domain";
import { queryDocuments } from "../firestore/documents.ts";
import type { Credentials, Outcome } from "../firestore/rest.ts";
import type { StoredDocument } from "../firestore/stored-document.ts";
import { readTimestamp } from "../firestore/stored-report.ts";
import { encodeValue } from "../firestore/values.ts";

/** An event of the history, of any report. `by` is the author's uid, `byName` their username, or `""` if unknown. */
export interface LoggedEvent {
  id: string;
  issueId: string;
  kind: string;
  from: string | null;
  to: string | null;
  by: string;
  byName: string;
  at: string;
  /** The deleted report, for a deletion; `null` for other events. */
  report: { number: number | null; title: string } | null;
}

/** Reads up to `limit` events since a time, newest first, with the caller's token; every member may read them. */
export type LoadEvents = (
  credentials: Credentials,
  since: Date,
  limit: number,
) => Promise<Outcome<{ events: LoggedEvent[] }>>;

/** The last events of all reports in one process. */
export interface EventLog {
  /**
   * The events of the last `LIMITS.newsDays` days, newest first; reads new events with the caller's token. With another
   * `lineage` of the board, as after a restored backup, it reads all events again.
   */
  read(credentials: Credentials, lineage: string | null): Promise<Outcome<{ events: readonly LoggedEvent[] }>>;
}

// All fields but the texts before an edit, which can have many kilobytes.
const READ_FIELDS = ["issueId", "kind", "from", "to", "by", "byName", "at", "report"];

const MAX_EVENTS = 2_000;
const DAY_MS = 86_400_000;
/** How far each read goes back before the last read: the trigger records an event some time after it happened. */
export const OVERLAP_MS = 5 * 60_000;
/** A request this soon after a read gets the events of that read: after a change, all open pages ask at once. */
export const MIN_INTERVAL_MS = 1_000;

/** Creates an empty log; `now` is the clock in milliseconds. */
export function createEventLog(load: LoadEvents, now: () => number): EventLog {
  let events: readonly LoggedEvent[] = [];
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
      const oldest = startedAt - LIMITS.newsDays * DAY_MS;
      const since = readAt === null ? oldest : Math.max(oldest, readAt - OVERLAP_MS);
      const loaded = await load(credentials, new Date(since), MAX_EVENTS);
      if ("refusal" in loaded) return loaded;
      // Another request has seen a new board meanwhile.
      if (lineage !== lastLineage) return loaded;
      const byId = new Map([...events, ...loaded.events].map((event) => [event.id, event]));
      events = [...byId.values()]
        .filter(({ at }) => Date.parse(at) >= oldest)
        .sort((a, b) => compareText(b.at, a.at))
        .slice(0, MAX_EVENTS);
      readAt = Math.max(readAt ?? 0, startedAt);
      return { events };
    },
  };
}

const loadEvents: LoadEvents = async (credentials, since, limit) => {
  const at = { fieldPath: "at" };
  const outcome = await queryDocuments(credentials, {
    select: { fields: READ_FIELDS.map((fieldPath) => ({ fieldPath })) },
    from: [{ collectionId: "history" }],
    where: { fieldFilter: { field: at, op: "GREATER_THAN_OR_EQUAL", value: encodeValue(since) } },
    orderBy: [{ field: at, direction: "DESCENDING" }],
    limit,
  });
  if ("refusal" in outcome) return outcome;
  return { events: outcome.documents.flatMap((document) => parseEvent(document) ?? []) };
};

/** The log of this process. */
export const eventLog = createEventLog(loadEvents, Date.now);

function parseEvent({ id, data }: StoredDocument): LoggedEvent | null {
  const { issueId, kind, from, to, by, byName, at, report } = data;
  const time = readTimestamp(at);
  if (typeof issueId !== "string" || typeof kind !== "string" || time === null) return null;
  return {
    id,
    issueId,
    kind,
    from: textOr(from, null),
    to: textOr(to, null),
    by: textOr(by, ""),
    byName: textOr(byName, ""),
    at: time,
    report: parseNumberAndTitle(report),
  };
}

function parseNumberAndTitle(value: unknown): LoggedEvent["report"] {
  if (!isRecord(value) || typeof value.title !== "string") return null;
  return { number: typeof value.number === "number" ? value.number : null, title: value.title };
}

const textOr = <T>(value: unknown, fallback: T): string | T => (typeof value === "string" ? value : fallback);
