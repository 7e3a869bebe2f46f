const DAY_MS = 86_400_000;
const YEAR_MS = 365.25 * DAY_MS;
const UNIT_LENGTHS_MS = [
  ["year", YEAR_MS],
  ["month", YEAR_MS / 12],
  ["week", 7 * DAY_MS],
  ["day", DAY_MS],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

const relativeFormat = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** An ISO instant relative to `now` (milliseconds since 1970): 'just now', '3 hours ago', 'last month'. */
export function relativeTime(instant: string, now: number): string {
  const differenceMs = Date.parse(instant) - now;
  if (Number.isNaN(differenceMs)) return "at an unknown time";
  for (const [unit, lengthMs] of UNIT_LENGTHS_MS) {
    const count = Math.trunc(differenceMs / lengthMs);
    if (count !== 0) return relativeFormat.format(count, unit);
  }
  return "just now";
}

let exactFormat: Intl.DateTimeFormat | undefined;

/** An ISO instant in full, in the reader's time zone. */
export function exactTime(instant: string): string {
  const time = Date.parse(instant);
  if (Number.isNaN(time)) return "an unknown time";
  exactFormat ??= new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short" });
  return exactFormat.format(time);
}

/** Updates the text of every `<time>` of the page to the present moment, without a render by React. */
export const updateRelativeTimes = (): void => writeTimes((instant) => relativeTime(instant, Date.now()));

/** Writes every `<time>` of the page as its exact time, for printing. */
export const writeExactTimes = (): void => writeTimes(exactTime);

function writeTimes(format: (instant: string) => string): void {
  for (const element of document.querySelectorAll("time")) {
    const text = format(element.dateTime);
    if (element.textContent !== text) element.textContent = text;
  }
}
