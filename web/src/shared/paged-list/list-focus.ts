export const LIST_HEADING_ID = "entries";

/** The id of the element with the reports, to which the first link of the dashboard skips. */
export const LIST_ID = "reports";

/** The id of the heading over new reports that are on other pages. */
export const NEW_REPORTS_HEADING_ID = "new-reports";

/** Moves the focus to the list's heading, for example from a button that disappears when it is pressed. */
export function focusListHeading(): void {
  document.getElementById(LIST_HEADING_ID)?.focus();
}

/**
 * Call this before a card disappears, and the returned function afterwards: it focuses the card after the removed one,
 * else the last card, else the list's heading.
 */
export function prepareNeighbourFocus(card: Element): () => void {
  const list = card.parentElement;
  const index = Array.from(list?.children ?? []).indexOf(card);
  return () => {
    // The group of new reports disappears with its last card: then focus a card of the main list.
    const cards = list?.isConnected ? list.children : document.querySelectorAll("[data-card]");
    // After the removal, the next card is at the removed card's index.
    const heading = cards[Math.min(index, cards.length - 1)]?.querySelector<HTMLElement>("h3");
    if (!heading) return focusListHeading();
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: "nearest" });
  };
}

// A list is rendered some moments after it is loaded. After 5 s the user is probably busy elsewhere.
const FOCUS_TIMEOUT_MS = 5_000;

/** The reports whose cards wait for the focus; `expiresAt` is in milliseconds of `performance.now()`. */
let pendingFocus: { ids: ReadonlySet<string>; expiresAt: number } | null = null;

/**
 * Focuses the first of these reports' cards once it is rendered. If there are several reports and they are in the group
 * of new reports, focuses the group's heading instead.
 */
export function focusWhenRendered(ids: ReadonlySet<string>): void {
  pendingFocus = { ids, expiresAt: performance.now() + FOCUS_TIMEOUT_MS };
  focusPendingCard();
}

/** Moves the focus if `focusWhenRendered` waits for a card. Call this whenever cards were rendered. */
export function focusPendingCard(): void {
  if (pendingFocus === null) return;
  const { ids, expiresAt } = pendingFocus;
  if (performance.now() > expiresAt) {
    pendingFocus = null;
    return;
  }
  const cards = document.querySelectorAll<HTMLElement>("[data-card]");
  const card = Array.from(cards).find(({ dataset }) => ids.has(dataset.card ?? ""));
  if (!card) return;
  pendingFocus = null;
  const isGroup = ids.size > 1 && card.closest("section")?.getAttribute("aria-labelledby") === NEW_REPORTS_HEADING_ID;
  const heading = isGroup ? document.getElementById(NEW_REPORTS_HEADING_ID) : card.querySelector<HTMLElement>("h3");
  heading?.focus();
}
