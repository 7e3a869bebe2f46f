import type { Issue } from "@logbook/domain";
import { onUserChange } from "../session/store.ts";
import { createStore, useStore } from "../store/store.ts";

const justCreated = createStore<Issue | null>(null);
let clearCount = 0;

/** Returns a callback that shows a new report above the list. It does nothing if `clearJustCreated` ran since. */
export function reportCreated(): (issue: Issue) => void {
  const clearCountBefore = clearCount;
  return (issue) => {
    if (clearCount === clearCountBefore) justCreated.set(issue);
  };
}

/** Whether this report is the one that was just created in this window. */
export const useIsJustCreated = (id: string): boolean => useStore(justCreated, null)?.id === id;

/** Hides the just created report above the list. Call it when the user begins another search or opens another view. */
export function clearJustCreated(): void {
  clearCount += 1;
  justCreated.set(null);
}

onUserChange(clearJustCreated);

/** Calls `listener` with each created report, and with `null` to hide it. Returns the function that unsubscribes. */
export function onReportCreated(listener: (issue: Issue | null) => void): () => void {
  return justCreated.subscribe(() => listener(justCreated.get()));
}
