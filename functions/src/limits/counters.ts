import type { Failure } from "@logbook/domain";
import { readDocuments, writeDocuments } from "../firestore/admin-documents.ts";
import type { StoredDocument } from "../firestore/stored-document.ts";
import { countUp } from "../firestore/writes.ts";
import { UNAVAILABLE } from "../http/answer.ts";
import { hidden } from "./key.ts";
import { type LimitName, windowOf } from "./table.ts";
import { tooMany } from "./too-many.ts";

/** Something that is counted: a limit, and the name, address, device or member it is for. */
export type Counter = readonly [limit: LimitName, subject: string];

/** A counter in its present window; `ends` in milliseconds. Each window has a document of its own, gone soon after it. */
export interface Slot {
  limit: LimitName;
  path: string;
  most: number;
  ends: number;
}

/** The document of a counter at the moment `now`. */
export function slotOf([limit, subject]: Counter, key: Buffer, now: number): Slot {
  const { most, number, ends } = windowOf(limit, now);
  return { limit, path: `limits/${limit}-${hidden(limit, subject, key)}-${number}`, most, ends };
}

/** Adds `by` to each counter and gives what they became, all or nothing; `null` while Firestore cannot be reached. */
export async function add(slots: readonly Slot[], by: number): Promise<number[] | null> {
  const outcome = await writeDocuments(slots.map(({ path, ends }) => countUp(path, by, new Date(ends))));
  return "refusal" in outcome ? null : outcome.results.map(([count]) => Number(count));
}

/** What an attempt sees before it is counted: how often there were others, and documents that were read on the way. */
export interface Sight {
  counts: ReadonlyMap<Slot, number>;
  documents: (StoredDocument | null)[];
}

/**
 * Reads counters and other documents in one round trip; `null` for a path that is none, and altogether while Firestore
 * cannot be reached.
 */
export async function look(slots: readonly Slot[], others: readonly (string | null)[] = []): Promise<Sight | null> {
  const paths = [...slots.map(({ path }) => path), ...others];
  const asked = paths.filter((path) => path !== null);
  const read = await readDocuments(asked);
  if ("refusal" in read) return null;
  const found = new Map(asked.map((path, at) => [path, read.documents[at] ?? null]));
  const countOf = ({ path }: Slot): number => Number(found.get(path)?.data.count ?? 0);
  return {
    counts: new Map(slots.map((slot) => [slot, countOf(slot)])),
    documents: others.map((path) => (path === null ? null : (found.get(path) ?? null))),
  };
}

/**
 * Counts one attempt under `slots`: `null` when it may be made. What the counters became decides, so of attempts at the
 * same moment no more get through than may. One that is refused stays in no counter, or who is over one limit could fill
 * the others on purpose: a name's, say, which its owner needs.
 */
export async function attempt(slots: readonly Slot[], seen: Sight | null, now: number): Promise<Failure | null> {
  if (seen === null) return UNAVAILABLE;
  const full = slots.find((slot) => (seen.counts.get(slot) ?? 0) >= slot.most);
  if (full !== undefined) return tooMany(full.limit, full.ends, now);
  const counts = await add(slots, 1);
  if (counts === null) return UNAVAILABLE;
  const over = slots.find((slot, at) => counts[at]! > slot.most);
  if (over === undefined) return null;
  await add(slots, -1);
  return tooMany(over.limit, over.ends, now);
}
