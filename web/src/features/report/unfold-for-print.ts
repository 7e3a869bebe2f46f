import { flushSync } from "react-dom";
import { announcePrint } from "./use-printing.ts";

const before = () => flushSync(() => announcePrint(true));
const after = () => announcePrint(false);

/**
 * Renders all collapsed content before printing. When the media query `print` matches, the browser has already counted
 * the pages and would cut off later content. Returns a function that stops it.
 */
export function unfoldForPrint(): () => void {
  addEventListener("beforeprint", before);
  addEventListener("afterprint", after);
  return () => {
    removeEventListener("beforeprint", before);
    removeEventListener("afterprint", after);
    after();
  };
}
