import { useEffect, useRef } from "react";
import { PROJECT } from "../config/project.ts";

let screens = 0;

/**
 * Names the window after a screen and, where the screen took another's place, moves the focus to its heading.
 * Put the returned ref on the screen's `<h1 tabIndex={-1}>`.
 */
export function useScreen(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${PROJECT.productName}`;
  }, [title]);
  useEffect(() => {
    screens += 1;
    if (screens > 1) heading.current?.focus();
  }, []);
  return heading;
}
