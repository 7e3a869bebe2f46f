import { formatCount } from "@logbook/domain";

let exact: Intl.DateTimeFormat | undefined;

/** Units with their milliseconds, and what one of them ago and one ahead is called where that is no number. */
const UNITS: readonly [unit: string, length: number, last?: string, next?: string][] = [
  ["year", 31_557_600_000, "last year", "next year"],
  ["month", 2_629_800_000, "last month", "next month"],
  ["week", 604_800_000, "last week", "next week"],
  ["day", 86_400_000, "yesterday", "tomorrow"],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/**
 * An ISO instant as told at `now` (milliseconds): 'just now', '3 hours ago', 'last month'. The words are those of
 * `Intl.RelativeTimeFormat`, whose first use takes a slow machine 80 ms, before the first list can be seen.
 */
export function relativeTime(at: string, now: number): string {
  const passed = Date.parse(at) - now;
  if (Number.isNaN(passed)) return "at an unknown time";
  for (const [unit, length, last, next] of UNITS) {
    const count = Math.trunc(passed / length);
    if (count === 0) continue;
    const units = Math.abs(count) === 1 ? `1 ${unit}` : `${formatCount(Math.abs(count))} ${unit}s`;
    if (count < 0) return (count === -1 && last) || `${units} ago`;
    return (count === 1 && next) || `in ${units}`;
  }
  return "just now";
}

/** An ISO instant in full, in the reader's time zone. */
export function exactTime(at: string): string {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return "an unknown time";
  exact ??= new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short" });
  return exact.format(time);
}
