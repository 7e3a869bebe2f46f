import { compareIssues } from "@logbook/domain";
import type { Entry } from "./entry.ts";

const AT_ONCE = 10_000;

/**
 * Entries that are in the list's order, with a few others, which are in any order, and without some. Only the few are
 * compared: to look at each of a hundred thousand would take longer than all else a change needs.
 */
export function merge(
  entries: readonly Entry[],
  others: readonly Entry[],
  gone: Iterable<Entry> = [],
): readonly Entry[] {
  // What arrives first, so that it comes before what leaves the same place.
  const changes: { at: number; arriving?: Entry }[] = [
    ...[...others].sort(compareIssues).map((arriving) => ({ at: placeOf(arriving, entries), arriving })),
    ...[...gone].map((entry) => ({ at: placeOf(entry, entries) })),
  ];
  if (changes.length === 0) return entries;
  const pieces: Entry[][] = [];
  let next = 0;
  for (const { at, arriving } of changes.sort((a, b) => a.at - b.at)) {
    pieces.push(entries.slice(next, at));
    if (arriving !== undefined) pieces.push([arriving]);
    next = arriving === undefined ? at + 1 : at;
  }
  pieces.push(entries.slice(next));
  // Copied piece by piece, where flat() goes from entry to entry; all at once they may not fit on the stack.
  let merged: Entry[] = [];
  for (let from = 0; from < pieces.length; from += AT_ONCE)
    merged = merged.concat(...pieces.slice(from, from + AT_ONCE));
  return merged;
}

/** Where an entry stands, or would: before the first that does not come before it. */
function placeOf(entry: Entry, entries: readonly Entry[]): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareIssues(entries[middle]!, entry) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
