import { type ReactNode, useLayoutEffect } from "react";

/**
 * If its children are unmounted while they have the focus, and nothing else takes it, the focus moves to the element with the
 * id `to`.
 */
export function FocusFallback({ to, children }: { to: string; children: ReactNode }) {
  useLayoutEffect(
    () => () => {
      const focused = document.activeElement;
      queueMicrotask(() => {
        if (focused?.isConnected === false && document.activeElement === document.body)
          document.getElementById(to)?.focus();
      });
    },
    [to],
  );
  return children;
}
