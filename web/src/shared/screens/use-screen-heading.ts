import { useEffect, useRef } from "react";
import { setScreenTitle } from "./window-title.ts";

let mountedScreenCount = 0;

/** Sets the window's title. Returns a ref for the `<h1>`, which gets the focus unless this is the first screen. */
export function useScreenHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => setScreenTitle(title), [title]);
  useEffect(() => {
    mountedScreenCount += 1;
    if (mountedScreenCount === 1) return;
    heading.current?.focus();
    // The focus scrolls only as far as is needed to show the heading, not to the top.
    scrollTo(0, 0);
  }, []);
  return heading;
}
