import { useEffect, useEffectEvent } from "react";

// Missing in TypeScript's DOM types.
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
 * Calls `close` on the platform's close request, such as Back on Android, which would otherwise leave the page. Dialogs
 * handle Escape themselves. Does nothing in browsers without `CloseWatcher`.
 */
export function useCloseRequest(close: () => void): void {
  const onRequest = useEffectEvent(close);
  useEffect(() => {
    const { CloseWatcher } = window;
    if (CloseWatcher === undefined) return;
    let watcher: Watcher;
    const watch = () => {
      watcher = new CloseWatcher();
      // A watcher works only once, and a busy dialog stays open.
      watcher.onclose = () => {
        watch();
        onRequest();
      };
    };
    watch();
    return () => watcher.destroy();
  }, []);
}
