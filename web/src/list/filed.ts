import type { Issue } from "@logbook/domain";

const listeners = new Set<(issue: Issue) => void>();

/** Tells the list of a report that this person has just filed. */
export function tellFiled(issue: Issue): void {
  for (const listener of listeners) listener(issue);
}

/** Calls `listener` with each such report; returns what ends that. */
export function onFiled(listener: (issue: Issue) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
