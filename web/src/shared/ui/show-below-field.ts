import { isTextControl } from "./keys.ts";

/** Windows whose keyboard may be on the screen. */
const TOUCH_WINDOWS = "(width < 40rem), (pointer: coarse)";

/**
 * If the focused field is above the element, scrolls until the element ends above a keyboard on the screen, and above
 * this share of what is visible then. The field itself stays visible, so a long element may still be cut.
 */
export function showBelowField(element: Element, share = 1): void {
  const { activeElement } = document;
  const viewport = window.visualViewport;
  // The field with its label.
  const field = activeElement?.closest("div");
  if (!viewport || !field || !isTextControl(activeElement) || !matchMedia(TOUCH_WINDOWS).matches) return;
  const { top, bottom } = element.getBoundingClientRect();
  // Browsers scroll by whole pixels.
  const distance = Math.ceil(bottom - viewport.offsetTop - viewport.height * share);
  if (distance <= 0 || field.getBoundingClientRect().top > top) return;
  scrollBy(0, distance);
  const hiddenHeight = viewport.offsetTop + stuckHeight() - field.getBoundingClientRect().top;
  if (hiddenHeight > 0) scrollBy(0, -hiddenHeight);
}

/** The height of the report buttons if they stay at the top of the window (`sticking` in styles.css). */
function stuckHeight(): number {
  const buttons = document.querySelector<HTMLElement>("[data-report-buttons]");
  return buttons && getComputedStyle(buttons).position === "sticky" ? buttons.offsetHeight : 0;
}
