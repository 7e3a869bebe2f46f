import type { Failure } from "@logbook/domain";
import { readDocumentsAsAdmin, writeDocumentsAsAdmin } from "../firestore/admin-documents.ts";
import type { StoredDocument } from "../firestore/stored-document.ts";
import { incrementCounter } from "../firestore/writes.ts";
import { UNAVAILABLE } from "../http/response.ts";
import { hashSubject } from "./key.ts";
import { type LimitName, windowOf } from "./table.ts";
import { tooManyFailure } from "./too-many.ts";

/** The counter of a limit in one time window; it has its own document. The window ends at `endsAt` (milliseconds). */
export interface Counter {
  limit: LimitName;
  path: string;
  max: number;
  endsAt: number;
}

/** The counter of a limit for a subject (a name, address, device or member) at the time `now`. */
export function counterOf(limit: LimitName, subject: string, key: Buffer, now: number): Counter {
  const { max, index, endsAt } = windowOf(limit, now);
  return { limit, path: `limits/${limit}-${hashSubject(limit, subject, key)}-${index}`, max, endsAt };
}

/** Adds `amount` to all counters or to none. Returns the new values, or `null` while Firestore cannot be reached. */
export async function addToCounters(counters: readonly Counter[], amount: number): Promise<number[] | null> {
  const outcome = await writeDocumentsAsAdmin(
    counters.map(({ path, endsAt }) => incrementCounter(path, amount, new Date(endsAt))),
  );
  // The only value that a write's transforms have stored is the counter's new count.
  return "refusal" in outcome ? null : outcome.results.map(([count]) => Number(count));
}

/** The counts of some counters, and other documents that were read in the same request. */
export interface CountersRead {
  counts: ReadonlyMap<Counter, number>;
  documents: (StoredDocument | null)[];
}

/**
 * Reads counters and other documents in one request. A `null` path gives a `null` document. The whole result is `null`
 * while Firestore cannot be reached.
 */
export async function readCounters(
  counters: readonly Counter[],
  otherPaths: readonly (string | null)[] = [],
): Promise<CountersRead | null> {
  const paths = [...counters.map(({ path }) => path), ...otherPaths].filter((path) => path !== null);
  const outcome = await readDocumentsAsAdmin(paths);
  if ("refusal" in outcome) return null;
  const documents = new Map(paths.map((path, index) => [path, outcome.documents[index] ?? null]));
  const countOf = ({ path }: Counter): number => Number(documents.get(path)?.data.count ?? 0);
  return {
    counts: new Map(counters.map((counter) => [counter, countOf(counter)])),
    documents: otherPaths.map((path) => (path === null ? null : (documents.get(path) ?? null))),
  };
}

/** Counts one attempt; `null` if the attempt is allowed. If a counter was full before, nothing is written. */
export async function countAttempt(
  counters: readonly Counter[],
  countersBefore: CountersRead | null,
  now: number,
): Promise<Failure | null> {
  if (countersBefore === null) return UNAVAILABLE;
  const fullCounter = counters.find((counter) => (countersBefore.counts.get(counter) ?? 0) >= counter.max);
  if (fullCounter !== undefined) return tooManyFailure(fullCounter.limit, fullCounter.endsAt, now);
  // Other attempts may have been counted since `countersBefore` was read, so the incremented values decide.
  const counts = await addToCounters(counters, 1);
  if (counts === null) return UNAVAILABLE;
  const exceededCounter = counters.find((counter, index) => counts[index]! > counter.max);
  if (exceededCounter === undefined) return null;
  // A refused attempt is not counted. Otherwise an attacker's refused attempts at one counter's limit could fill the
  // other counters, such as that of the attacked name.
  await addToCounters(counters, -1);
  return tooManyFailure(exceededCounter.limit, exceededCounter.endsAt, now);
}
