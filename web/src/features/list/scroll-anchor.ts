let keep: (() => void) | null = null;

/**
 * Notes, before the list changes by others' doing, where the person is: at what has the focus, or the card under the
 * mouse. Browsers hold on to the first card that can be seen, and what grows in that one would push the rest down.
 */
export function saveScrollAnchor(): void {
  keep = null;
  const focused = document.activeElement?.closest("[data-entry]") ? document.activeElement : null;
  const anchor = focused ?? document.querySelector("[data-entry]:hover");
  if (!anchor) return;
  const { top, bottom } = anchor.getBoundingClientRect();
  if (bottom < 0 || top > window.innerHeight) return;
  const { scrollY } = window;
  keep = () => {
    // Who has scrolled since is somewhere else.
    if (anchor.isConnected && window.scrollY === scrollY) window.scrollBy(0, anchor.getBoundingClientRect().top - top);
  };
}

/** To be called when the changed list stands in the page, before it is painted. */
export function restoreScrollAnchor(): void {
  keep?.();
  keep = null;
}
