import { RE2JS, RE2JSException } from "re2js";
import { type Overload, overload } from "./overload.ts";
import { bool, contains, int, list, RuleError, string, type Value } from "./value.ts";

type Items = readonly Value[];

const includesAll = (items: Items, wantedItems: Items): boolean => wantedItems.every((item) => contains(items, item));
const includesAny = (items: Items, wantedItems: Items): boolean => wantedItems.some((item) => contains(items, item));
const toSize = (count: number): Value => int(BigInt(count));

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
  ["toMillis", [overload(["timestamp"], ({ nanos }) => int(toMilliseconds(nanos)))]],
]);

/** Rounds down. BigInt's own division would round times before 1970 up. */
function toMilliseconds(nanos: bigint): bigint {
  const remainder = ((nanos % 1_000_000n) + 1_000_000n) % 1_000_000n;
  return (nanos - remainder) / 1_000_000n;
}

/** Whether the pattern (RE2 syntax) matches the whole text, as for `matches()`. A malformed pattern is an error. */
export function matchesWhole(text: string, pattern: string): boolean {
  try {
    return RE2JS.compile(pattern).matches(text);
  } catch (error) {
    if (error instanceof RE2JSException) throw new RuleError(`The pattern can't be read: ${error.message}.`);
    throw error;
  }
}
