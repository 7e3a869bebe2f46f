export const LIST_HEADING_ID = "entries";

/** The id of the heading over new reports that are on other pages. */
export const NEW_REPORTS_HEADING_ID = "new-reports";

/** Moves the focus to the list's heading. For buttons and cards that had the focus and disappear once they are used. */
export function focusListHeading(): void {
  document.getElementById(LIST_HEADING_ID)?.focus();
}

/** Call it before a card disappears. The returned function focuses the card that took its place, or the last card. */
export function focusNeighbourOf(card: Element): () => void {
  const list = card.parentElement;
  const index = Array.from(list?.children ?? []).indexOf(card);
  return () => {
    // The group of new reports disappears with its last card; the main list follows it.
    const cards = list?.isConnected ? list.children : document.querySelectorAll("[data-card]");
    const heading = cards[Math.min(index, cards.length - 1)]?.querySelector<HTMLElement>("h3");
    if (!heading) return focusListHeading();
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: "nearest" });
  };
}

// A list is rendered some moments after it is loaded. After this time the user is probably busy elsewhere.
const FOCUS_TIMEOUT_MS = 5_000;

/** The reports whose cards wait for the focus; `expiresAt` is in milliseconds of `performance.now()`. */
let pendingFocus: { ids: ReadonlySet<string>; expiresAt: number } | null = null;

/** Focuses the first of these reports' cards once it is rendered; for a group of new reports, the group's heading. */
export function focusWhenRendered(ids: ReadonlySet<string>): void {
  pendingFocus = { ids, expiresAt: performance.now() + FOCUS_TIMEOUT_MS };
  focusPendingCard();
}

/** Moves the focus if `focusWhenRendered` waits for a card. Call it whenever cards were rendered. */
export function focusPendingCard(): void {
  if (pendingFocus === null) return;
  const { ids, expiresAt } = pendingFocus;
  const isExpired = performance.now() > expiresAt;
  const cards = document.querySelectorAll<HTMLElement>("[data-card]");
  const card = Array.from(cards).find(({ dataset }) => ids.has(dataset.card ?? ""));
  if (isExpired || card) pendingFocus = null;
  if (isExpired || !card) return;
  const isGroup = ids.size > 1 && card.closest("section")?.getAttribute("aria-labelledby") === NEW_REPORTS_HEADING_ID;
  const heading = isGroup ? document.getElementById(NEW_REPORTS_HEADING_ID) : card.querySelector<HTMLElement>("h3");
  heading?.focus();
}
