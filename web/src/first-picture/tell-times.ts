import { relativeTime } from "../issue/times.ts";

/** Brings what was 'just now' when the picture was kept up to date. */
export function tellTimes(root: HTMLElement): void {
  for (const time of root.querySelectorAll("time")) {
    const text = relativeTime(time.dateTime, Date.now());
    if (time.textContent !== text) time.textContent = text;
  }
}
