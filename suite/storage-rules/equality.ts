import { UnsupportedError, type Value } from "./value.ts";

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
  if (a.type === "opaque") throw new UnsupportedError(`Comparing ${a.description} isn't supported here.`);
  if (b.type === "opaque") throw new UnsupportedError(`Comparing ${b.description} isn't supported here.`);
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
      return b.type === "list" && areEqualPairwise(a.items, b.items, areStrictlyEqual);
    case "path":
      return b.type === "path" && areEqualPairwise(a.segments, b.segments, (x, y) => x === y);
    case "map":
      return (
        b.type === "map" &&
        a.entries.size === b.entries.size &&
        [...a.entries].every(([key, value]) => {
          const otherValue = b.entries.get(key);
          return otherValue !== undefined && areStrictlyEqual(value, otherValue);
        })
      );
  }
}

function areEqualPairwise<T>(a: readonly T[], b: readonly T[], areSame: (x: T, y: T) => boolean): boolean {
  return a.length === b.length && a.every((item, index) => areSame(item, b[index]!));
}
