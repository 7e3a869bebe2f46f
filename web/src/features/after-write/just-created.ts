import type { Issue } from "@logbook/domain";
import { onUserChange } from "../../shared/session/store.ts";
import { createStore, useStore } from "../../shared/store/store.ts";

const justCreated = createStore<Issue | null>(null);
let clearCount = 0;

/**
 * Call this before the list is reloaded for a new report, and the returned function afterwards: it shows the report
 * above the list, unless `clearJustCreated` was called in the meantime.
 */
export function prepareShowAboveList(): (report: Issue) => void {
  const clearCountBefore = clearCount;
  return (report) => {
    if (clearCount === clearCountBefore) justCreated.set(report);
  };
}

/** Whether this report was just created in this window; `false` on the server and during hydration. */
export const useIsJustCreated = (id: string): boolean => useStore(justCreated, null)?.id === id;

/** Hides the new report above the list. Call this when the user begins another search or opens another view. */
export function clearJustCreated(): void {
  clearCount += 1;
  justCreated.set(null);
}

onUserChange(clearJustCreated);

/** Calls `listener` with each new report, and with `null` to hide the report. Returns a function that unsubscribes. */
export function onReportCreated(listener: (report: Issue | null) => void): () => void {
  return justCreated.subscribe(() => listener(justCreated.get()));
}
