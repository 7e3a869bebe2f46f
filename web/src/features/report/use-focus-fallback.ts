import { type RefCallback, useCallback } from "react";

/**
 * A ref for an element: if the element is removed while the focus is inside, and nothing else takes the focus, it moves
 * to the element with the id `to`.
 */
export function useFocusFallback(to: string): RefCallback<HTMLElement> {
  return useCallback(
    (element) => () => {
      const focused = document.activeElement;
      if (!element?.contains(focused)) return;
      queueMicrotask(() => {
        if (focused?.isConnected === false && document.activeElement === document.body)
          document.getElementById(to)?.focus();
      });
    },
    [to],
  );
}
