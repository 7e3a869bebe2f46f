const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const exact = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short" });

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_557_600_000],
  ["month", 2_629_800_000],
  ["week", 604_800_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** An ISO instant as told at `now` (milliseconds): 'just now', '3 hours ago', 'last month'. */
export function relativeTime(at: string, now: number): string {
  const passed = Date.parse(at) - now;
  if (Number.isNaN(passed)) return "at an unknown time";
  for (const [unit, length] of UNITS)
    if (Math.abs(passed) >= length) return relative.format(Math.trunc(passed / length), unit);
  return "just now";
}

/** An ISO instant in full, in the reader's time zone. */
export function exactTime(at: string): string {
  const time = Date.parse(at);
  return Number.isNaN(time) ? "an unknown time" : exact.format(time);
}
