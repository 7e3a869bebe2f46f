import { serverNow } from "./server-time.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
// Nothing happens in the future: until the first response corrects the device's clock, a time may seem to.
const MAX_CLOCK_ERROR_MS = 5 * MINUTE_MS;

type Unit = "minute" | "hour" | "day" | "week" | "month" | "year";

/**
 * An ISO instant relative to `now` (milliseconds since 1970): 'just now', '3 h ago', 'yesterday', 'last month'.
 * 'yesterday', 'last week' and so on are those of the reader's calendar, with weeks from Monday. `Intl` would need 80 ms
 * at its first use on a slow machine, before the page takes input.
 */
export function relativeTime(instant: string, now: number): string {
  const time = Date.parse(instant);
  if (Number.isNaN(time)) return "at an unknown time";
  const elapsedMs = now - time;
  const distanceMs = Math.abs(elapsedMs);
  if (distanceMs < MINUTE_MS || (elapsedMs < 0 && -elapsedMs <= MAX_CLOCK_ERROR_MS)) return "just now";
  const isPast = elapsedMs > 0;
  const [unit, count, calendarCount] = distanceInUnits(new Date(Math.min(time, now)), new Date(Math.max(time, now)));
  if (count === 1 && calendarCount === 1 && unit === "day") return isPast ? "yesterday" : "tomorrow";
  if (count === 1 && calendarCount === 1 && unit !== "minute" && unit !== "hour")
    return `${isPast ? "last" : "next"} ${unit}`;
  return isPast ? `${withUnit(count, unit)} ago` : `in ${withUnit(count, unit)}`;
}

/** How long ago an ISO instant was, at `now` (milliseconds since 1970): '3 h', '1 day'; at least '1 min'. */
export function timeSince(instant: string, now: number): string {
  const time = Date.parse(instant);
  if (Number.isNaN(time)) return "an unknown time";
  const [unit, count] = distanceInUnits(new Date(Math.min(time, now)), new Date(now));
  return withUnit(Math.max(1, count), unit);
}

/** A number of units: '3 h', '1 day'. Minutes and hours have the symbols of the International System of Units. */
function withUnit(count: number, unit: Unit): string {
  if (unit === "minute") return `${count} min`;
  if (unit === "hour") return `${count} h`;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** The distance in its largest unit: the number of whole units, and by how many the calendar's units differ. */
function distanceInUnits(from: Date, to: Date): [unit: Unit, count: number, inCalendar: number] {
  const minutes = Math.floor((to.getTime() - from.getTime()) / MINUTE_MS);
  if (minutes < 60) return ["minute", minutes, minutes];
  const days = dayNumber(to) - dayNumber(from);
  // With a change to winter time a day has 25 hours.
  if (minutes < 24 * 60 || days === 0) return ["hour", Math.floor(minutes / 60), 1];
  if (days < 7) return ["day", days, days];
  const calendarMonths = monthNumber(to) - monthNumber(from);
  const months = calendarMonths - (from.getDate() > to.getDate() ? 1 : 0);
  if (days < 30 || months === 0) return ["week", Math.floor(days / 7), weekNumber(to) - weekNumber(from)];
  if (months < 12) return ["month", months, calendarMonths];
  return ["year", Math.floor(months / 12), to.getFullYear() - from.getFullYear()];
}

// Each number counts from some day in the past, in the reader's time zone.
const dayNumber = (date: Date): number => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
const weekNumber = (date: Date): number => Math.floor((dayNumber(date) + 3) / 7);
const monthNumber = (date: Date): number => date.getFullYear() * 12 + date.getMonth();

let exactFormat: Intl.DateTimeFormat | undefined;

/** An ISO instant in full, in the reader's time zone, which it names. */
export function exactTime(instant: string): string {
  const time = Date.parse(instant);
  if (Number.isNaN(time)) return "an unknown time";
  exactFormat ??= new Intl.DateTimeFormat("en", {
    year: "numeric",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
  return exactFormat.format(time);
}

/** Updates the text of every `<time>` of the page to the present moment, without a render by React. */
export const updateRelativeTimes = (): void =>
  writeTimes((instant, isSince) => (isSince ? timeSince : relativeTime)(instant, serverNow()));

/** Writes every `<time>` of the page as its exact time, for printing. */
export const writeExactTimes = (): void =>
  writeTimes((instant, isSince) => (isSince ? "since " : "") + exactTime(instant));

function writeTimes(format: (instant: string, isSince: boolean) => string): void {
  for (const element of document.querySelectorAll("time")) {
    const text = format(element.dateTime, "since" in element.dataset);
    if (element.textContent !== text) element.textContent = text;
  }
}
