/**
 * A value of the rules language. Integers have 64 bits, so they are bigints; times count nanoseconds since 1970. A document
 * may contain an `opaque` value (bytes, coordinates), but this runtime refuses every decision that uses the value.
 */
export type Value =
  | { type: "null" }
  | { type: "bool"; value: boolean }
  | { type: "int"; value: bigint }
  | { type: "float"; value: number }
  | { type: "string"; value: string }
  | { type: "list"; items: readonly Value[] }
  | { type: "map"; entries: ReadonlyMap<string, Value> }
  | { type: "path"; segments: readonly string[] }
  | { type: "timestamp"; nanos: bigint }
  | { type: "opaque"; description: string };

export type Type = Value["type"];
export type ValueOf<T extends Type> = Extract<Value, { type: T }>;

/** A place in the rules file. Lines and columns are counted from 1. */
export type Position = { line: number; column: number };

/**
 * An error of the rules language itself (a missing field, a wrong type). `&&` and `||` may recover from it; otherwise
 * it denies the request. decide.ts catches it.
 */
export class RuleError extends Error {
  position: Position | undefined;
}

/** Something that this runtime does not support. No operator recovers from it: the whole decision is a denial. */
export class UnsupportedError extends Error {
  position: Position | undefined;
}

export const nullValue: Value = { type: "null" };
export const bool = (value: boolean): Value => ({ type: "bool", value });
export const float = (value: number): Value => ({ type: "float", value });
export const string = (value: string): Value => ({ type: "string", value });
export const list = (items: readonly Value[]): Value => ({ type: "list", items });
export const map = (entries: Iterable<readonly [string, Value]>): Value => ({ type: "map", entries: new Map(entries) });
export const path = (segments: readonly string[]): Value => ({ type: "path", segments });
export const timestamp = (nanos: bigint): Value => ({ type: "timestamp", nanos });

/** An int. Throws a `RuleError` outside 64 bits. */
export function int(value: bigint): Value {
  if (BigInt.asIntN(64, value) !== value) throw new RuleError("This integer doesn't fit into 64 bits.");
  return { type: "int", value };
}

/** Throws an `UnsupportedError` if the value is opaque. `action` is the beginning of the message. */
export function refuseOpaque(value: Value, action: "Using" | "Comparing" = "Using"): void {
  if (value.type === "opaque") throw new UnsupportedError(`${action} ${value.description} isn't supported here.`);
}

/** `==`: an int equals a float of the same value, but types must agree inside lists and maps. */
export function areEqual(a: Value, b: Value): boolean {
  if (a.type === "int" && b.type === "float") return Number(a.value) === b.value;
  if (a.type === "float" && b.type === "int") return a.value === Number(b.value);
  return areStrictlyEqual(a, b);
}

/** Whether a list contains an item of the same type and value. */
export function contains(items: readonly Value[], item: Value): boolean {
  return items.some((candidate) => areStrictlyEqual(candidate, item));
}

function areStrictlyEqual(a: Value, b: Value): boolean {
  for (const value of [a, b]) refuseOpaque(value, "Comparing");
  if (a.type === "list" && b.type === "list") return areEqualPairwise(a.items, b.items, areStrictlyEqual);
  if (a.type === "path" && b.type === "path") return areEqualPairwise(a.segments, b.segments, (x, y) => x === y);
  if (a.type === "map" && b.type === "map")
    return (
      a.entries.size === b.entries.size &&
      [...a.entries].every(([key, value]) => {
        const otherValue = b.entries.get(key);
        return otherValue !== undefined && areStrictlyEqual(value, otherValue);
      })
    );
  if (a.type === "timestamp" && b.type === "timestamp") return a.nanos === b.nanos;
  if ("value" in a && "value" in b) return a.type === b.type && a.value === b.value;
  return a.type === "null" && b.type === "null";
}

function areEqualPairwise<T>(a: readonly T[], b: readonly T[], areSame: (x: T, y: T) => boolean): boolean {
  return a.length === b.length && a.every((item, index) => areSame(item, b[index]!));
}
