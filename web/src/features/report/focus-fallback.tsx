import { type ReactNode, useLayoutEffect } from "react";

/** Stands around what may leave the page with the focus in it: the focus then goes to the element with the id `to`. */
export function FocusFallback({ to, children }: { to: string; children: ReactNode }) {
  useLayoutEffect(
    () => () => {
      const focused = document.activeElement;
      queueMicrotask(() => {
        if (focused?.isConnected === false) document.getElementById(to)?.focus();
      });
    },
    [to],
  );
  return children;
}
