/**
 * A value of the rules language. Integers have 64 bits, so they are bigints; times count nanoseconds since 1970. A value
 * is `opaque` if this runtime cannot compute with it (bytes, coordinates): a document may contain it, but using it ends
 * the decision.
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
