import type { Failure } from "@logbook/domain";
import { readDocumentsAsAdmin, writeDocumentsAsAdmin } from "../firestore/admin-documents.ts";
import type { StoredDocument } from "../firestore/stored-document.ts";
import { incrementCounter } from "../firestore/writes.ts";
import { UNAVAILABLE } from "../http/response.ts";
import { hashSubject } from "./key.ts";
import { type LimitName, windowOf } from "./table.ts";
import { tooMany } from "./too-many.ts";

/** A counter of one time window, with its own document. The window ends at `endsAt` (milliseconds). */
export interface Counter {
  limit: LimitName;
  path: string;
  max: number;
  endsAt: number;
}

/** The counter of a limit for a subject (a name, address, device or member) at the time `now`. */
export function counterOf(limit: LimitName, subject: string, key: Buffer, now: number): Counter {
  const { max, number, endsAt } = windowOf(limit, now);
  return { limit, path: `limits/${limit}-${hashSubject(limit, subject, key)}-${number}`, max, endsAt };
}

/** Adds `by` to all counters or none and returns their new values; `null` while Firestore cannot be reached. */
export async function addToCounters(counters: readonly Counter[], by: number): Promise<number[] | null> {
  const outcome = await writeDocumentsAsAdmin(
    counters.map(({ path, endsAt }) => incrementCounter(path, by, new Date(endsAt))),
  );
  return "refusal" in outcome ? null : outcome.results.map(([count]) => Number(count));
}

/** The counters' values before an attempt, and other documents that were read with them. */
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
  const read = await readDocumentsAsAdmin(paths);
  if ("refusal" in read) return null;
  const found = new Map(paths.map((path, index) => [path, read.documents[index] ?? null]));
  const countOf = ({ path }: Counter): number => Number(found.get(path)?.data.count ?? 0);
  return {
    counts: new Map(counters.map((counter) => [counter, countOf(counter)])),
    documents: otherPaths.map((path) => (path === null ? null : (found.get(path) ?? null))),
  };
}

/**
 * Counts one attempt; `null` if it is allowed. The incremented values decide, so concurrent attempts cannot exceed a
 * limit. A refused attempt is subtracted again: otherwise it could fill another counter, such as the counter of the
 * name that somebody attacks.
 */
export async function countAttempt(
  counters: readonly Counter[],
  before: CountersRead | null,
  now: number,
): Promise<Failure | null> {
  if (before === null) return UNAVAILABLE;
  const fullCounter = counters.find((counter) => (before.counts.get(counter) ?? 0) >= counter.max);
  if (fullCounter !== undefined) return tooMany(fullCounter.limit, fullCounter.endsAt, now);
  const counts = await addToCounters(counters, 1);
  if (counts === null) return UNAVAILABLE;
  const exceededCounter = counters.find((counter, index) => counts[index]! > counter.max);
  if (exceededCounter === undefined) return null;
  await addToCounters(counters, -1);
  return tooMany(exceededCounter.limit, exceededCounter.endsAt, now);
}
