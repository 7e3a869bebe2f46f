import { type RefCallback, useCallback } from "react";

/** A ref. If its element is removed with the focus inside, the element with the id `fallbackId` gets the focus. */
export function useFocusFallback(fallbackId: string): RefCallback<HTMLElement> {
  return useCallback(
    (element) => () => {
      const focusedElement = document.activeElement;
      if (!element?.contains(focusedElement)) return;
      // This cleanup runs before the element leaves the page; the microtask runs afterwards.
      queueMicrotask(() => {
        const isFocusLost = focusedElement?.isConnected === false && document.activeElement === document.body;
        if (isFocusLost) document.getElementById(fallbackId)?.focus();
      });
    },
    [fallbackId],
  );
}
