import type { Issue } from "@logbook/domain";
import { onUserChange } from "../session/store.ts";
import { createStore, useStore } from "../store/store.ts";

const justCreated = createStore<Issue | null>(null);
let searches = 0;

/** Returns a callback that shows a newly created report above the list. It does nothing if the filters changed since. */
export function reportCreated(): (issue: Issue) => void {
  const searchesBefore = searches;
  return (issue) => {
    if (searches === searchesBefore) justCreated.set(issue);
  };
}

/** Whether a report has just been filed in this window. */
export const useIsJustCreated = (id: string): boolean => useStore(justCreated, null)?.id === id;

/** Hides the report above the list, because the user begins to look for something else. */
export function clearJustCreated(): void {
  searches += 1;
  justCreated.set(null);
}

onUserChange(clearJustCreated);

/** Calls `listener` with each created report, and with `null` to hide it. Returns the function that unsubscribes. */
export function onReportCreated(listener: (issue: Issue | null) => void): () => void {
  return justCreated.subscribe(() => listener(justCreated.get()));
}
