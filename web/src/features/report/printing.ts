import { flushSync } from "react-dom";
import { useMediaQuery } from "../../shared/browser/use-media-query.ts";
import { createStore, useStore } from "../../shared/store/store.ts";

const printingAnnounced = createStore(false);

/** Whether the page is being printed; then all collapsed content is rendered. */
export function usePrinting(): boolean {
  const isPrintingAnnounced = useStore(printingAnnounced);
  const isPrintMedia = useMediaQuery("print");
  return isPrintingAnnounced || isPrintMedia;
}

/**
 * From now on, renders all collapsed content before the browser prints: once the media query `print` matches, the
 * browser has counted the pages and would cut off later content. Returns the function that unsubscribes.
 */
export function unfoldForPrint(): () => void {
  const unfold = () => flushSync(() => printingAnnounced.set(true));
  const fold = () => printingAnnounced.set(false);
  addEventListener("beforeprint", unfold);
  addEventListener("afterprint", fold);
  return () => {
    removeEventListener("beforeprint", unfold);
    removeEventListener("afterprint", fold);
    fold();
  };
}
