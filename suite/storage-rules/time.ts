import { type Overload, overload } from "./overload.ts";
import { duration, int, RuleError, timestamp } from "./value.ts";

const SECOND = 1_000_000_000n;
const DAY = 86_400n * SECOND;

/** Nanoseconds in each unit of `duration.value(amount, unit)`. */
const UNITS: ReadonlyMap<string, bigint> = new Map([
  ["w", 7n * DAY],
  ["d", DAY],
  ["h", 3_600n * SECOND],
  ["m", 60n * SECOND],
  ["s", SECOND],
  ["ms", 1_000_000n],
  ["ns", 1n],
]);

/** Each part of a timestamp, from its date in UTC. */
const CALENDAR: readonly (readonly [string, (date: Date) => number])[] = [
  ["year", (date) => date.getUTCFullYear()],
  ["month", (date) => date.getUTCMonth() + 1],
  ["day", (date) => date.getUTCDate()],
  ["hours", (date) => date.getUTCHours()],
  ["minutes", (date) => date.getUTCMinutes()],
  ["seconds", (date) => date.getUTCSeconds()],
  // Monday is 1, Sunday 7.
  ["dayOfWeek", (date) => date.getUTCDay() || 7],
  ["dayOfYear", (date) => (date.getTime() - newYear(date.getUTCFullYear())) / 86_400_000 + 1],
];

export const timeMethods: readonly (readonly [string, Overload])[] = [
  ...CALENDAR.map(([name, part]): [string, Overload] => [
    name,
    overload(["timestamp"], ({ nanos }) =>
      int(BigInt(Math.floor(part(new Date(Number(floorDivide(nanos, 1_000_000n))))))),
    ),
  ]),
  ["nanos", overload(["timestamp"], ({ nanos }) => int(nanos - floorDivide(nanos, SECOND) * SECOND))],
  ["toMillis", overload(["timestamp"], ({ nanos }) => int(floorDivide(nanos, 1_000_000n)))],
  ["date", overload(["timestamp"], ({ nanos }) => timestamp(floorDivide(nanos, DAY) * DAY))],
  ["time", overload(["timestamp"], ({ nanos }) => duration(nanos - floorDivide(nanos, DAY) * DAY))],
  ["seconds", overload(["duration"], ({ nanos }) => int(nanos / SECOND))],
  ["nanos", overload(["duration"], ({ nanos }) => int(nanos % SECOND))],
];

export const timeFunctions: readonly (readonly [string, Overload])[] = [
  ["duration.value", overload(["int", "string"], (amount, unit) => duration(amount.value * unitOf(unit.value)))],
  [
    "duration.time",
    overload(["int", "int", "int", "int"], (hours, minutes, seconds, nanos) =>
      duration(((hours.value * 60n + minutes.value) * 60n + seconds.value) * SECOND + nanos.value),
    ),
  ],
  ["duration.abs", overload(["duration"], ({ nanos }) => duration(nanos < 0n ? -nanos : nanos))],
  ["timestamp.value", overload(["int"], ({ value }) => timestamp(value * 1_000_000n))],
  [
    "timestamp.date",
    overload(["int", "int", "int"], (year, month, day) => timestamp(midnight(year.value, month.value, day.value))),
  ],
];

function unitOf(name: string): bigint {
  const unit = UNITS.get(name);
  if (unit === undefined) throw new RuleError(`A duration can't be counted in "${name}".`);
  return unit;
}

function midnight(year: bigint, month: bigint, day: bigint): bigint {
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  // JavaScript turns a day that the month doesn't have into a day of another month.
  const exists = date.getUTCFullYear() === Number(year) && date.getUTCMonth() === Number(month) - 1;
  if (!exists) throw new RuleError(`There is no date ${year}-${month}-${day}.`);
  return BigInt(date.getTime()) * 1_000_000n;
}

/** Not `Date.UTC`, which adds 1900 to years below 100. */
function newYear(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1);
}

function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}
