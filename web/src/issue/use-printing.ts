import { useSyncExternalStore } from "react";

let query: MediaQueryList | undefined;

const print = (): MediaQueryList => {
  query ??= window.matchMedia("print");
  return query;
};

const subscribe = (listener: () => void) => {
  print().addEventListener("change", listener);
  return () => print().removeEventListener("change", listener);
};

/** Whether the page is being printed, when everything folded away should be there. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => print().matches,
    () => false,
  );
}
