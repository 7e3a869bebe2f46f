import { relativeTime } from "./times.ts";

/** Updates the text of every `<time>` in `root` to the present moment, without rendering it again. */
export function updateRelativeTimes(root: HTMLElement): void {
  for (const time of root.querySelectorAll("time")) {
    const text = relativeTime(time.dateTime, Date.now());
    if (time.textContent !== text) time.textContent = text;
  }
}
