import { contains } from "./equality.ts";
import { type Overload, overload } from "./overload.ts";
import { matchesWhole } from "./regular-expression.ts";
import { bool, int, list, string, type Value } from "./value.ts";

type Items = readonly Value[];

const includesAll = (items: Items, wanted: Items): boolean => wanted.every((item) => contains(items, item));
const size = (count: number): Value => int(BigInt(count));
const NANOS_PER_MILLISECOND = 1_000_000n;

/** The methods by name. The first parameter is the receiver. */
export const METHODS_BY_NAME: ReadonlyMap<string, readonly Overload[]> = new Map([
  [
    "size",
    [
      overload(["string"], ({ value }) => size(value.length)),
      overload(["list"], ({ items }) => size(items.length)),
      overload(["map"], ({ entries }) => size(entries.size)),
    ],
  ],
  ["matches", [overload(["string", "string"], ({ value }, pattern) => bool(matchesWhole(value, pattern.value)))]],
  ["hasAll", [overload(["list", "list"], (a, b) => bool(includesAll(a.items, b.items)))]],
  ["hasAny", [overload(["list", "list"], (a, b) => bool(b.items.some((item) => contains(a.items, item))))]],
  ["hasOnly", [overload(["list", "list"], (a, b) => bool(includesAll(b.items, a.items)))]],
  ["keys", [overload(["map"], ({ entries }) => list([...entries.keys()].sort().map(string)))]],
  ["get", [overload(["map", "string", "any"], ({ entries }, key, otherwise) => entries.get(key.value) ?? otherwise)]],
  ["toMillis", [overload(["timestamp"], ({ nanos }) => int(floorDivide(nanos, NANOS_PER_MILLISECOND)))]],
]);

/** Divides and rounds down. BigInt's own division would round times before 1970 up. */
function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}
