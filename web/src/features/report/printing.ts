import { flushSync } from "react-dom";
import { useMediaQuery } from "../../shared/browser/use-media-query.ts";
import { createStore, useStore } from "../../shared/store/store.ts";

const printAnnounced = createStore(false);

/** Whether the page is being printed; then all collapsed content is rendered. */
export function usePrinting(): boolean {
  const isAnnounced = useStore(printAnnounced);
  const isPrint = useMediaQuery("print");
  return isAnnounced || isPrint;
}

/**
 * Renders all collapsed content before each printing: when the media query `print` matches, the browser has already
 * counted the pages and would cut off later content. Returns the function that unsubscribes.
 */
export function unfoldForPrint(): () => void {
  const before = () => flushSync(() => printAnnounced.set(true));
  const after = () => printAnnounced.set(false);
  addEventListener("beforeprint", before);
  addEventListener("afterprint", after);
  return () => {
    removeEventListener("beforeprint", before);
    removeEventListener("afterprint", after);
    after();
  };
}
