import { UnsupportedError, type Value } from "./value.ts";

/** `==`: an int equals a float of the same value, but types must agree inside lists and maps. */
export function equal(a: Value, b: Value): boolean {
  return sameNumber(a, b) ?? equalStrictly(a, b);
}

/** The equality of lists, maps and `in`: types must agree at every depth. */
export function equalStrictly(a: Value, b: Value): boolean {
  return compare(a, b, equalStrictly);
}

/** The equality of sets and map diffs: numbers by value at every depth. */
export function equalByValue(a: Value, b: Value): boolean {
  return sameNumber(a, b) ?? compare(a, b, equalByValue);
}

/** A set of the distinct items. Of equal items it has the first. */
export function set(items: Iterable<Value>): Value {
  const distinct: Value[] = [];
  for (const item of items) if (!contains(distinct, item, equalByValue)) distinct.push(item);
  return { type: "set", items: distinct };
}

type Equality = (a: Value, b: Value) => boolean;

export function contains(items: readonly Value[], item: Value, equality: Equality): boolean {
  return items.some((candidate) => equality(candidate, item));
}

function sameNumber(a: Value, b: Value): boolean | undefined {
  if (a.type === "int" && b.type === "float") return Number(a.value) === b.value;
  if (a.type === "float" && b.type === "int") return a.value === Number(b.value);
  return undefined;
}

function compare(a: Value, b: Value, inner: Equality): boolean {
  if (a.type === "opaque") throw new UnsupportedError(`Comparing ${a.what} isn't supported here.`);
  if (b.type === "opaque") throw new UnsupportedError(`Comparing ${b.what} isn't supported here.`);
  switch (a.type) {
    case "null":
      return b.type === "null";
    case "bool":
    case "int":
    case "float":
    case "string":
      return b.type === a.type && b.value === a.value;
    case "timestamp":
    case "duration":
      return b.type === a.type && b.nanos === a.nanos;
    case "list":
      return b.type === "list" && pairwise(a.items, b.items, inner);
    case "path":
      return b.type === "path" && pairwise(a.segments, b.segments, (x, y) => x === y);
    case "set":
      return (
        b.type === "set" &&
        a.items.length === b.items.length &&
        a.items.every((item) => contains(b.items, item, equalByValue))
      );
    case "map":
      return (
        b.type === "map" &&
        a.entries.size === b.entries.size &&
        [...a.entries].every(([key, value]) => {
          const other = b.entries.get(key);
          return other !== undefined && inner(value, other);
        })
      );
    case "map_diff":
      return false;
  }
}

function pairwise<T>(a: readonly T[], b: readonly T[], same: (x: T, y: T) => boolean): boolean {
  return a.length === b.length && a.every((item, index) => same(item, b[index]!));
}
