import { useEffect, useRef } from "react";
import { PROJECT } from "../config/project.ts";

let screens = 0;

/**
 * Names the window after a screen and, where the screen took another's place, moves to its top and the focus to its heading.
 * Put the returned ref on the screen's `<h1 tabIndex={-1}>`.
 */
export function useScreen(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${PROJECT.productName}`;
  }, [title]);
  useEffect(() => {
    screens += 1;
    if (screens < 2) return;
    heading.current?.focus();
    // Where the heading was in sight already, the page would stay as far down as the screen before.
    scrollTo(0, 0);
  }, []);
  return heading;
}
