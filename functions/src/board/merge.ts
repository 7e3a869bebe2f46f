import { compareIssues } from "@logbook/domain";
import type { Entry } from "./entry.ts";

/** Entries that are in the list's order, with a few others, which are in any order. */
export function merge(entries: readonly Entry[], others: readonly Entry[]): readonly Entry[] {
  if (others.length === 0) return entries;
  const arriving = [...others].sort(compareIssues);
  const merged: Entry[] = [];
  let next = 0;
  for (const entry of entries) {
    while (next < arriving.length && compareIssues(arriving[next]!, entry) < 0) merged.push(arriving[next++]!);
    merged.push(entry);
  }
  return merged.concat(arriving.slice(next));
}
