import { useEffect, useEffectEvent } from "react";

// TypeScript does not know it yet.
interface Watcher {
  onclose: (() => void) | null;
  destroy(): void;
}
declare global {
  interface Window {
    CloseWatcher?: new () => Watcher;
  }
}

/**
 * Calls `close` where the device asks to close what is open, as Back does on Android; without it, Back would leave the
 * list behind. Escape is heard by the dialogs themselves. Does nothing in browsers without `CloseWatcher`.
 */
export function useCloseRequest(close: () => void): void {
  const onRequest = useEffectEvent(close);
  useEffect(() => {
    const { CloseWatcher } = window;
    if (CloseWatcher === undefined) return;
    let watcher: Watcher;
    const watch = () => {
      watcher = new CloseWatcher();
      // Used up by then; what stays open, since something is under way, wants another.
      watcher.onclose = () => {
        watch();
        onRequest();
      };
    };
    watch();
    return () => watcher.destroy();
  }, []);
}
