import { flushSync } from "react-dom";
import { announcePrint } from "./use-printing.ts";

const before = () => flushSync(() => announcePrint(true));
const after = () => announcePrint(false);

/**
 * Has what is folded away drawn before the browser counts the sheets: by the time that `print` matches it has counted
 * them, and what comes then beyond the last is lost. Returns what ends that.
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
