import { useRef } from "react";

/**
 * For a dialog opened without a trigger of its own: focus returns to where it was when the dialog opened, or, where
 * that is gone, to what `otherwise` focuses. Spread the result onto the dialog's content.
 */
export function useReturnFocus(otherwise?: () => void) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
      else otherwise?.();
    },
  };
}
