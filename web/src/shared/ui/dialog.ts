import { useEffect, useEffectEvent, useRef } from "react";
import { isComposing } from "./keys.ts";

/** The class names of the layer that darkens the page behind a dialog. */
export const BACKDROP = "fixed inset-0 z-40 bg-[rgb(5_15_12/0.72)] print:hidden";

// TypeScript's DOM types lack `CloseWatcher`.
interface CloseWatcherInstance {
  onclose: (() => void) | null;
  destroy(): void;
}
declare global {
  interface Window {
    CloseWatcher?: new () => CloseWatcherInstance;
  }
}

/**
 * Calls `close` on a close request of the platform. On Android this is Back, which would otherwise leave the page.
 * Dialogs handle Escape themselves. Does nothing in browsers without `CloseWatcher`.
 */
export function useCloseRequest(close: () => void): void {
  const onCloseRequest = useEffectEvent(close);
  useEffect(() => {
    const { CloseWatcher } = window;
    if (CloseWatcher === undefined) return;
    let watcher: CloseWatcherInstance;
    const createWatcher = () => {
      watcher = new CloseWatcher();
      // A watcher works only once, but a busy dialog stays open and needs another watcher.
      watcher.onclose = () => {
        createWatcher();
        onCloseRequest();
      };
    };
    createWatcher();
    return () => watcher.destroy();
  }, []);
}

/** For `onEscapeKeyDown` of a Radix dialog with text controls: an input method's Escape does not close the dialog. */
export function ignoreWhileComposing(event: KeyboardEvent): void {
  if (isComposing(event)) event.preventDefault();
}

/**
 * When a dialog without a Radix trigger closes, returns the focus to the element that had it before. If that element is
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
