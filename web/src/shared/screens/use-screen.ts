import { useEffect, useRef } from "react";
import { PROJECT } from "../config/project.ts";

let mountedScreens = 0;

/** Sets the window's title, and focuses the heading unless this is the first screen. Put the ref on the `<h1>`. */
export function useScreen(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${PROJECT.productName}`;
  }, [title]);
  useEffect(() => {
    mountedScreens += 1;
    if (mountedScreens === 1) return;
    heading.current?.focus();
    // The focus scrolls only as far as needed to show the heading.
    scrollTo(0, 0);
  }, []);
  return heading;
}
