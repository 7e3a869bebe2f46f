import { useSyncExternalStore } from "react";

let query: MediaQueryList | undefined;
let isAnnounced = false;
const listeners = new Set<() => void>();

const print = (): MediaQueryList => {
  query ??= window.matchMedia("print");
  return query;
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  print().addEventListener("change", listener);
  return () => {
    listeners.delete(listener);
    print().removeEventListener("change", listener);
  };
};

/** Says that the page is about to be printed, or has been. */
export function announcePrint(announced: boolean): void {
  isAnnounced = announced;
  for (const listener of listeners) listener();
}

/** Whether the page is being printed, when everything folded away should be there. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isAnnounced || print().matches,
    () => false,
  );
}
