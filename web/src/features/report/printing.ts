import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useMediaQuery } from "../../shared/browser/use-media-query.ts";

/** Whether the page is being printed; then all collapsed content is rendered. */
export function usePrinting(): boolean {
  // Developer tools can emulate print media without the event `beforeprint`: then only the media query matches. In a
  // real print the media query matches too late: the browser has counted the pages, and would cut off added content.
  const isPrintMedia = useMediaQuery("print");
  const [hasPrintStarted, setHasPrintStarted] = useState(false);
  useEffect(() => {
    const expand = () => flushSync(() => setHasPrintStarted(true));
    const collapse = () => setHasPrintStarted(false);
    addEventListener("beforeprint", expand);
    addEventListener("afterprint", collapse);
    return () => {
      removeEventListener("beforeprint", expand);
      removeEventListener("afterprint", collapse);
    };
  }, []);
  return isPrintMedia || hasPrintStarted;
}
