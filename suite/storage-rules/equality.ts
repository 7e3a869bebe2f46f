import { UnsupportedError, type Value } from "./value.ts";

/** `==`: an int equals a float of the same value, but types must agree inside lists and maps. */
export function equal(a: Value, b: Value): boolean {
  if (a.type === "int" && b.type === "float") return Number(a.value) === b.value;
  if (a.type === "float" && b.type === "int") return a.value === Number(b.value);
  return equalStrictly(a, b);
}

/** Whether a list contains an item of the same type and value. */
export function contains(items: readonly Value[], item: Value): boolean {
  return items.some((candidate) => equalStrictly(candidate, item));
}

function equalStrictly(a: Value, b: Value): boolean {
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
      return b.type === "timestamp" && b.nanos === a.nanos;
    case "list":
      return b.type === "list" && pairwise(a.items, b.items, equalStrictly);
    case "path":
      return b.type === "path" && pairwise(a.segments, b.segments, (x, y) => x === y);
    case "map":
      return (
        b.type === "map" &&
        a.entries.size === b.entries.size &&
        [...a.entries].every(([key, value]) => {
          const other = b.entries.get(key);
          return other !== undefined && equalStrictly(value, other);
        })
      );
  }
}

function pairwise<T>(a: readonly T[], b: readonly T[], same: (x: T, y: T) => boolean): boolean {
  return a.length === b.length && a.every((item, index) => same(item, b[index]!));
}
