/** The id of the list's heading. */
export const ENTRIES_ID = "entries";

/** The id of the heading over new entries that are on other pages. */
export const NEW_ID = "new-entries";

/** Moves to the list's heading, which is there whatever became of the entry that was acted on. */
export function focusEntries(): void {
  document.getElementById(ENTRIES_ID)?.focus();
}

/**
 * Notes where an entry stands that is about to go; what is returned moves to the one that stands there afterwards, or to
 * the last one, and scrolls no further than to show it: who works down a long list stays where they are.
 */
export function standIn(entry: Element): () => void {
  const list = entry.parentElement;
  const place = Array.from(list?.children ?? []).indexOf(entry);
  return () => {
    // A group of new entries goes with its last one; the list comes after it.
    const entries = list?.isConnected ? list.children : document.querySelectorAll("[data-entry]");
    const heading = entries[Math.min(place, entries.length - 1)]?.querySelector<HTMLElement>("h3");
    if (!heading) return focusEntries();
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: "nearest" });
  };
}

// A list is drawn some moments after it came. Later than this the person has gone on to something else.
const DRAWN_WITHIN_MS = 5_000;

let awaited: { ids: ReadonlySet<string>; until: number } | null = null;

/** Moves to the first of these entries, or to the heading of the group it is in, as soon as it is drawn. */
export function focusNew(ids: ReadonlySet<string>): void {
  awaited = { ids, until: performance.now() + DRAWN_WITHIN_MS };
  focusAwaited();
}

/** To be called whenever entries were drawn. */
export function focusAwaited(): void {
  if (awaited === null) return;
  const { ids, until } = awaited;
  const entry = Array.from(document.querySelectorAll<HTMLElement>("[data-entry]")).find(({ dataset }) =>
    ids.has(dataset.entry ?? ""),
  );
  const late = performance.now() > until;
  if (late || entry) awaited = null;
  if (late || !entry) return;
  const isInGroup = entry.closest("section")?.getAttribute("aria-labelledby") === NEW_ID;
  const heading = isInGroup ? document.getElementById(NEW_ID) : entry.querySelector<HTMLElement>("h3");
  heading?.focus();
}
