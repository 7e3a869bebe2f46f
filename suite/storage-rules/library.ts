import { contains } from "./equality.ts";
import { type Overload, overload } from "./overload.ts";
import { matchesWhole } from "./regular-expression.ts";
import { bool, int, list, string, type Value } from "./value.ts";

type Items = readonly Value[];

const includesAll = (items: Items, wantedItems: Items): boolean => wantedItems.every((item) => contains(items, item));
const includesAny = (items: Items, wantedItems: Items): boolean => wantedItems.some((item) => contains(items, item));
const toSize = (count: number): Value => int(BigInt(count));
const NANOS_PER_MILLISECOND = 1_000_000n;

/** The methods by name. The first parameter is the object before the dot. */
export const METHODS_BY_NAME: ReadonlyMap<string, readonly Overload[]> = new Map([
  [
    "size",
    [
      overload(["string"], ({ value }) => toSize(value.length)),
      overload(["list"], ({ items }) => toSize(items.length)),
      overload(["map"], ({ entries }) => toSize(entries.size)),
    ],
  ],
  ["matches", [overload(["string", "string"], ({ value }, pattern) => bool(matchesWhole(value, pattern.value)))]],
  ["hasAll", [overload(["list", "list"], (self, other) => bool(includesAll(self.items, other.items)))]],
  ["hasAny", [overload(["list", "list"], (self, other) => bool(includesAny(self.items, other.items)))]],
  ["hasOnly", [overload(["list", "list"], (self, other) => bool(includesAll(other.items, self.items)))]],
  ["keys", [overload(["map"], ({ entries }) => list([...entries.keys()].sort().map(string)))]],
  ["get", [overload(["map", "string", "any"], ({ entries }, key, fallback) => entries.get(key.value) ?? fallback)]],
  ["toMillis", [overload(["timestamp"], ({ nanos }) => int(floorDivide(nanos, NANOS_PER_MILLISECOND)))]],
]);

/** Divides and rounds down. BigInt's own division would round times before 1970 up. */
function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}
