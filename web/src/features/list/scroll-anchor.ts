let restorePosition: (() => void) | null = null;

/**
 * Saves the position of the focused element, or of the card under the mouse, before a change by others moves the list.
 * The browser itself keeps only the first visible card in place: if that card grows, the cards below it move.
 */
export function saveScrollAnchor(): void {
  restorePosition = null;
  const focusedElement = document.activeElement?.closest("[data-card]") ? document.activeElement : null;
  const anchor = focusedElement ?? document.querySelector("[data-card]:hover");
  if (!anchor) return;
  const { top, bottom } = anchor.getBoundingClientRect();
  // An element outside the window need not stay in place.
  if (bottom < 0 || top > window.innerHeight) return;
  const savedScrollY = window.scrollY;
  restorePosition = () => {
    const hasScrolled = window.scrollY !== savedScrollY;
    if (anchor.isConnected && !hasScrolled) window.scrollBy(0, anchor.getBoundingClientRect().top - top);
  };
}

/** Scrolls the saved anchor back to its position. Call this function in a layout effect after the list has changed. */
export function restoreScrollAnchor(): void {
  restorePosition?.();
  restorePosition = null;
}
