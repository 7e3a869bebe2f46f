import { type RefCallback, useCallback } from "react";

/**
 * A ref for an element. If the element is removed while the focus is inside it, and nothing else takes the focus, the
 * focus moves to the element with the id `fallbackId`.
 */
export function useFocusFallback(fallbackId: string): RefCallback<HTMLElement> {
  return useCallback(
    (element) => () => {
      const focusedElement = document.activeElement;
      if (!element?.contains(focusedElement)) return;
      // This cleanup runs before the element leaves the page, the microtask afterwards.
      queueMicrotask(() => {
        const isFocusLost = focusedElement?.isConnected === false && document.activeElement === document.body;
        if (isFocusLost) document.getElementById(fallbackId)?.focus();
      });
    },
    [fallbackId],
  );
}
