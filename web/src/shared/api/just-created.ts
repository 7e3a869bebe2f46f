import type { Issue } from "@logbook/domain";

const listeners = new Set<(issue: Issue | null) => void>();
let searches = 0;

const tell = (issue: Issue | null) => {
  for (const listener of listeners) listener(issue);
};

/** Gives what tells the list of a report that this person has filed, unless they have begun to look for something else by then. */
export function reportCreated(): (issue: Issue) => void {
  const before = searches;
  return (issue) => {
    if (searches === before) tell(issue);
  };
}

/** Tells the list that this person looks for something else from now on. */
export function clearJustCreated(): void {
  searches += 1;
  tell(null);
}

/** Calls `listener` with each report that was filed, and with `null` once the person looks for something else; returns what ends that. */
export function onReportCreated(listener: (issue: Issue | null) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
