let restore: (() => void) | null = null;

/**
 * Saves the position of the focused element, or of the card under the mouse, before a change by others moves the list.
 * The browser itself only keeps the first visible card in place: if that card grows, the cards below it move.
 */
export function saveScrollAnchor(): void {
  restore = null;
  const focused = document.activeElement?.closest("[data-card]") ? document.activeElement : null;
  const anchor = focused ?? document.querySelector("[data-card]:hover");
  if (!anchor) return;
  const { top, bottom } = anchor.getBoundingClientRect();
  if (bottom < 0 || top > window.innerHeight) return;
  const { scrollY } = window;
  restore = () => {
    const hasScrolled = window.scrollY !== scrollY;
    if (anchor.isConnected && !hasScrolled) window.scrollBy(0, anchor.getBoundingClientRect().top - top);
  };
}

/** Scrolls so that the saved anchor is where it was. Call it in a layout effect after the list has changed. */
export function restoreScrollAnchor(): void {
  restore?.();
  restore = null;
}
