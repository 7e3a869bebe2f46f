import { formatCount } from "@logbook/domain";

/** Units with their length in milliseconds, and the words for 'one ago' and 'one ahead' where they hold no number. */
const UNITS: readonly [unit: string, lengthMs: number, lastOne?: string, nextOne?: string][] = [
  ["year", 31_557_600_000, "last year", "next year"],
  ["month", 2_629_800_000, "last month", "next month"],
  ["week", 604_800_000, "last week", "next week"],
  ["day", 86_400_000, "yesterday", "tomorrow"],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/**
 * An ISO instant relative to `now` (milliseconds): 'just now', '3 hours ago', 'last month'. The texts are those of
 * `Intl.RelativeTimeFormat`, whose first use takes 80 ms on a slow machine and would delay the first list.
 */
export function relativeTime(at: string, now: number): string {
  const differenceMs = Date.parse(at) - now;
  if (Number.isNaN(differenceMs)) return "at an unknown time";
  for (const [unit, lengthMs, lastOne, nextOne] of UNITS) {
    const count = Math.trunc(differenceMs / lengthMs);
    if (count === 0) continue;
    if (count === -1 && lastOne) return lastOne;
    if (count === 1 && nextOne) return nextOne;
    const units = Math.abs(count) === 1 ? `1 ${unit}` : `${formatCount(Math.abs(count))} ${unit}s`;
    return count < 0 ? `${units} ago` : `in ${units}`;
  }
  return "just now";
}

let exactFormat: Intl.DateTimeFormat | undefined;

/** An ISO instant in full, in the reader's time zone. */
export function exactTime(at: string): string {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return "an unknown time";
  exactFormat ??= new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short" });
  return exactFormat.format(time);
}

/** Updates the text of every `<time>` in `root` to the present moment, without rendering it again. */
export function updateRelativeTimes(root: HTMLElement): void {
  writeTimes(root, (at) => relativeTime(at, Date.now()));
}

/** Writes every `<time>` in `root` in full, for paper. */
export function writeExactTimes(root: HTMLElement): void {
  writeTimes(root, exactTime);
}

function writeTimes(root: HTMLElement, textOf: (at: string) => string): void {
  for (const time of root.querySelectorAll("time")) {
    const text = textOf(time.dateTime);
    if (time.textContent !== text) time.textContent = text;
  }
}
