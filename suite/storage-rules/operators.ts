import { type Overload, overload } from "./overload.ts";
import type { BinaryOperator } from "./syntax.ts";
import { areEqual, bool, contains, float, int, RuleError, string, type Type, type Value } from "./value.ts";

/** The words that may follow `is`. No value has type `bytes` or `latlng`: reading one denies. */
export const TYPE_TESTS: ReadonlyMap<string, readonly Type[]> = new Map<string, Type[]>([
  ["bool", ["bool"]],
  ["bytes", []],
  ["float", ["float"]],
  ["int", ["int"]],
  ["latlng", []],
  ["list", ["list"]],
  ["map", ["map"]],
  ["number", ["int", "float"]],
  ["path", ["path"]],
  ["string", ["string"]],
  ["timestamp", ["timestamp"]],
]);

/** Two ints give an int. If one operand is a float, both operands count as floats. */
function arithmeticOverloads(onInts: (a: bigint, b: bigint) => bigint, onFloats: (a: number, b: number) => number) {
  return [
    overload(["int", "int"], (a, b) => int(onInts(a.value, b.value))),
    overload(["number", "number"], (a, b) => float(onFloats(Number(a.value), Number(b.value)))),
  ];
}

/** JavaScript compares strings by UTF-16 code units, as the rules language does. */
function comparisonOverloads(holds: (a: string | number | bigint, b: string | number | bigint) => boolean): Overload[] {
  return [
    overload(["string", "string"], (a, b) => bool(holds(a.value, b.value))),
    overload(["int", "int"], (a, b) => bool(holds(a.value, b.value))),
    overload(["number", "number"], (a, b) => bool(holds(Number(a.value), Number(b.value)))),
    overload(["timestamp", "timestamp"], (a, b) => bool(holds(a.nanos, b.nanos))),
  ];
}

function requireNonZero(divisor: bigint): bigint {
  if (divisor === 0n) throw new RuleError("An integer was divided by zero.");
  return divisor;
}

export const BINARY: Readonly<Record<BinaryOperator, readonly Overload[]>> = {
  "==": [overload(["any", "any"], (a, b) => bool(areEqual(a, b)))],
  "!=": [overload(["any", "any"], (a, b) => bool(!areEqual(a, b)))],
  "<": comparisonOverloads((a, b) => a < b),
  "<=": comparisonOverloads((a, b) => a <= b),
  ">": comparisonOverloads((a, b) => a > b),
  ">=": comparisonOverloads((a, b) => a >= b),
  in: [
    overload(["any", "list"], (item, { items }) => bool(contains(items, item))),
    overload(["string", "map"], (key, { entries }) => bool(entries.has(key.value))),
  ],
  "+": [
    ...arithmeticOverloads(
      (a, b) => a + b,
      (a, b) => a + b,
    ),
    overload(["string", "string"], (a, b) => string(a.value + b.value)),
  ],
  "-": arithmeticOverloads(
    (a, b) => a - b,
    (a, b) => a - b,
  ),
  "*": arithmeticOverloads(
    (a, b) => a * b,
    (a, b) => a * b,
  ),
  // Only one quotient doesn't fit into 64 bits (the smallest int / -1); it wraps round to the smallest int.
  "/": arithmeticOverloads(
    (a, b) => BigInt.asIntN(64, a / requireNonZero(b)),
    (a, b) => a / b,
  ),
  "%": arithmeticOverloads(
    (a, b) => a % requireNonZero(b),
    (a, b) => a % b,
  ),
};

export const NEGATE: readonly Overload[] = [
  overload(["int"], ({ value }) => int(-value)),
  overload(["float"], ({ value }) => float(-value)),
];

/** `object.name`: a missing key is an error. */
export const MEMBER: readonly Overload[] = [
  overload(["map", "string"], ({ entries }, key) => requireEntry(entries, key.value)),
];

/** `object[index]`: an index outside the object is an error, too. */
export const INDEX: readonly Overload[] = [
  ...MEMBER,
  overload(["list", "int"], ({ items }, index) => items[requireIndex(index.value, items.length)]!),
  overload(["path", "int"], ({ segments }, index) => string(segments[requireIndex(index.value, segments.length)]!)),
  overload(["string", "int"], ({ value }, index) => string(value[requireIndex(index.value, value.length)]!)),
];

function requireEntry(entries: ReadonlyMap<string, Value>, key: string): Value {
  const value = entries.get(key);
  if (value === undefined) throw new RuleError(`There is no field ${key}.`);
  return value;
}

function requireIndex(index: bigint, size: number): number {
  if (index < 0n || index >= BigInt(size)) throw new RuleError(`Index ${index} lies outside a size of ${size}.`);
  return Number(index);
}
