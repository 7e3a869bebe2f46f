import { compareIssues } from "@logbook/domain";
import type { Entry } from "./entry.ts";

const SLICES_PER_CONCAT = 10_000;

/**
 * Merges a few `added` entries, in any order, into `entries` in the list's order, and leaves out the `removed` entries.
 * Positions are found by binary search: comparing each of 100,000 entries would take most of a sync's time.
 */
export function mergeEntries(
  entries: readonly Entry[],
  added: readonly Entry[],
  removed: Iterable<Entry> = [],
): readonly Entry[] {
  // A change without `insertedEntry` is a removal, which moves `nextIndex` past its index. So insertions at the same
  // index must come before the removal: they are first in this list, and the sort below is stable.
  const changes: { index: number; insertedEntry?: Entry }[] = [
    ...[...added].sort(compareIssues).map((entry) => ({ index: positionOf(entry, entries), insertedEntry: entry })),
    ...[...removed].map((entry) => ({ index: positionOf(entry, entries) })),
  ];
  if (changes.length === 0) return entries;
  const slices: Entry[][] = [];
  let nextIndex = 0;
  for (const { index, insertedEntry } of changes.sort((a, b) => a.index - b.index)) {
    slices.push(entries.slice(nextIndex, index));
    if (insertedEntry !== undefined) slices.push([insertedEntry]);
    nextIndex = insertedEntry === undefined ? index + 1 : index;
  }
  slices.push(entries.slice(nextIndex));
  // concat() copies whole slices, while flat() copies entry by entry. Too many arguments would overflow the stack.
  let merged: Entry[] = [];
  for (let start = 0; start < slices.length; start += SLICES_PER_CONCAT)
    merged = merged.concat(...slices.slice(start, start + SLICES_PER_CONCAT));
  return merged;
}

/** The index of an entry, or the index at which to insert it. */
function positionOf(entry: Entry, entries: readonly Entry[]): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (compareIssues(entries[middle]!, entry) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
