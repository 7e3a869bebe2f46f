/**
 * A value of the rules language. Integers have 64 bits, so they are bigints; times and durations count nanoseconds.
 * `opaque` is a value that this runtime cannot compute with (bytes, coordinates): a document may contain one, but using
 * it ends the decision.
 */
export type Value =
  | { type: "null" }
  | { type: "bool"; value: boolean }
  | { type: "int"; value: bigint }
  | { type: "float"; value: number }
  | { type: "string"; value: string }
  | { type: "list"; items: readonly Value[] }
  | { type: "set"; items: readonly Value[] }
  | { type: "map"; entries: ReadonlyMap<string, Value> }
  | ({ type: "map_diff" } & KeyChanges)
  | { type: "path"; segments: readonly string[] }
  | { type: "timestamp"; nanos: bigint }
  | { type: "duration"; nanos: bigint }
  | { type: "opaque"; what: string };

/** The result of comparing the keys of two maps. */
export type KeyChanges = Readonly<Record<"added" | "removed" | "changed" | "unchanged", readonly string[]>>;

export type Type = Value["type"];
export type ValueOf<T extends Type> = Extract<Value, { type: T }>;

/** A place in the rules file. Lines and columns are counted from 1. */
export type Position = { line: number; column: number };

/**
 * An error of the rules language itself (a missing field, a wrong type). `&&` and `||` may recover from it; otherwise
 * it denies. Thrown inside the evaluator only; `decide` returns values.
 */
export class RuleError extends Error {
  at: Position | undefined;
}

/** Something that this runtime cannot do. No operator recovers from it: the whole decision is a denial. */
export class UnsupportedError extends Error {
  at: Position | undefined;
}

export const nothing: Value = { type: "null" };
export const bool = (value: boolean): Value => ({ type: "bool", value });
export const float = (value: number): Value => ({ type: "float", value });
export const string = (value: string): Value => ({ type: "string", value });
export const list = (items: readonly Value[]): Value => ({ type: "list", items });
export const map = (entries: Iterable<readonly [string, Value]>): Value => ({ type: "map", entries: new Map(entries) });
export const path = (segments: readonly string[]): Value => ({ type: "path", segments });

/** An int. Throws a `RuleError` outside 64 bits. */
export function int(value: bigint): Value {
  if (BigInt.asIntN(64, value) !== value) throw new RuleError("This integer doesn't fit into 64 bits.");
  return { type: "int", value };
}

const SECOND = 1_000_000_000n;
const YEAR_1 = -62_135_596_800n * SECOND;
const YEAR_10000 = 253_402_300_800n * SECOND;
const TEN_THOUSAND_YEARS = 315_576_000_000n * SECOND;

/** A time in nanoseconds since 1970. Throws a `RuleError` outside the years 1 to 9999. */
export function timestamp(nanos: bigint): Value {
  if (nanos < YEAR_1 || nanos >= YEAR_10000) throw new RuleError("This time lies outside the years 1 to 9999.");
  return { type: "timestamp", nanos };
}

/** A duration in nanoseconds. Throws a `RuleError` beyond 10,000 years, positive or negative. */
export function duration(nanos: bigint): Value {
  if (nanos / SECOND > TEN_THOUSAND_YEARS / SECOND || nanos / SECOND < -TEN_THOUSAND_YEARS / SECOND) {
    throw new RuleError("This duration is longer than 10,000 years.");
  }
  return { type: "duration", nanos };
}
