/** The id of the list's heading. */
export const ENTRIES_ID = "entries";

/** Moves to the list's heading, which is there whatever became of the entry that was acted on. */
export function focusEntries(): void {
  document.getElementById(ENTRIES_ID)?.focus();
}
