import { relativeTime } from "./times.ts";

/** Brings what was 'just now' when it was drawn up to date. */
export function updateRelativeTimes(root: HTMLElement): void {
  for (const time of root.querySelectorAll("time")) {
    const text = relativeTime(time.dateTime, Date.now());
    if (time.textContent !== text) time.textContent = text;
  }
}
