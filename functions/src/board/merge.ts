import { compareIssues } from "@logbook/domain";
import type { Entry } from "./entry.ts";

const SLICES_PER_CONCAT = 10_000;

/**
 * Merges a few `added` entries, in any order, into `entries` in the list's order, and leaves out the `removed` ones.
 * Positions are found by binary search: a comparison of each of 100,000 entries would take most of a sync's time.
 */
export function mergeEntries(
  entries: readonly Entry[],
  added: readonly Entry[],
  removed: Iterable<Entry> = [],
): readonly Entry[] {
  // Added entries come first, because at the same position an entry is inserted before the removed one.
  const changes: { index: number; entry?: Entry }[] = [
    ...[...added].sort(compareIssues).map((entry) => ({ index: positionOf(entry, entries), entry })),
    ...[...removed].map((entry) => ({ index: positionOf(entry, entries) })),
  ];
  if (changes.length === 0) return entries;
  const slices: Entry[][] = [];
  let next = 0;
  for (const { index, entry } of changes.sort((a, b) => a.index - b.index)) {
    slices.push(entries.slice(next, index));
    if (entry !== undefined) slices.push([entry]);
    next = entry === undefined ? index + 1 : index;
  }
  slices.push(entries.slice(next));
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
    const middle = (low + high) >> 1;
    if (compareIssues(entries[middle]!, entry) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
