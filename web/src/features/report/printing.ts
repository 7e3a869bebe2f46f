import { flushSync } from "react-dom";
import { useMediaQuery } from "../../shared/browser/use-media-query.ts";
import { createStore, useStore } from "../../shared/store/store.ts";

/** Whether the browser has sent `beforeprint`, but not `afterprint` yet. */
const printStarted = createStore(false);

/** Whether the page is being printed; then all collapsed content is rendered. */
export function usePrinting(): boolean {
  const hasPrintStarted = useStore(printStarted);
  // Developer tools can emulate print media without the event `beforeprint`: then only the media query matches.
  const isPrintMedia = useMediaQuery("print");
  return hasPrintStarted || isPrintMedia;
}

/**
 * Renders all collapsed content at each `beforeprint`. In a real print the media query `print` matches later, when the
 * browser has counted the pages and would cut off further content. Returns the function that removes the listeners.
 */
export function expandForPrint(): () => void {
  const expand = () => flushSync(() => printStarted.set(true));
  const collapse = () => printStarted.set(false);
  addEventListener("beforeprint", expand);
  addEventListener("afterprint", collapse);
  return () => {
    removeEventListener("beforeprint", expand);
    removeEventListener("afterprint", collapse);
    collapse();
  };
}
