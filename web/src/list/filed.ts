import type { Issue } from "@logbook/domain";

const listeners = new Set<(issue: Issue | null) => void>();

/** Tells the list of a report that this person has just filed; `null`, that they look for something else from now on. */
export function tellFiled(issue: Issue | null): void {
  for (const listener of listeners) listener(issue);
}

/** Calls `listener` with what is told; returns what ends that. */
export function onFiled(listener: (issue: Issue | null) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
