import { useRef } from "react";

/**
 * Returns the focus, when a dialog without a Radix trigger closes, to the element that had it before. If that element is
 * gone, `focusFallback` is called. Spread the result onto the dialog's content.
 */
export function useReturnFocus(focusFallback?: () => void) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
      else focusFallback?.();
    },
  };
}
