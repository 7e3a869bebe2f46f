import { contains, equalByValue, equalStrictly, set } from "./equality.ts";
import { type Overload, overload } from "./overload.ts";
import { asText } from "./text.ts";
import { bool, int, type KeyChanges, list, RuleError, string, type Value } from "./value.ts";

type Items = readonly Value[];
type Equality = typeof equalStrictly;

const size = (count: number): Value => int(BigInt(count));
const includesAll = (items: Items, wanted: Items, same: Equality) =>
  wanted.every((item) => contains(items, item, same));
const includesAny = (items: Items, wanted: Items, same: Equality) => wanted.some((item) => contains(items, item, same));
const without = (items: Items, others: Items, same: Equality) => items.filter((item) => !contains(others, item, same));

/** As in Firebase, a list distinguishes the int 1 from the float 1.0, and a set does not. */
const membershipMethods = (
  [
    ["hasAll", (items, others, same) => includesAll(items, others, same)],
    ["hasAny", (items, others, same) => includesAny(items, others, same)],
    ["hasOnly", (items, others, same) => includesAll(others, items, same)],
  ] satisfies [string, (items: Items, others: Items, same: Equality) => boolean][]
).flatMap(([name, test]): [string, Overload][] => [
  [name, overload(["list", "list"], (a, b) => bool(test(a.items, b.items, equalStrictly)))],
  [name, overload(["set", "list"], (a, b) => bool(test(a.items, b.items, equalByValue)))],
  [name, overload(["set", "set"], (a, b) => bool(test(a.items, b.items, equalByValue)))],
]);

const diffMethods = (
  [
    ["addedKeys", ({ added }) => added],
    ["removedKeys", ({ removed }) => removed],
    ["changedKeys", ({ changed }) => changed],
    ["unchangedKeys", ({ unchanged }) => unchanged],
    ["affectedKeys", ({ added, removed, changed }) => [...added, ...removed, ...changed]],
  ] satisfies [string, (changes: KeyChanges) => readonly string[]][]
).map(([name, keys]): [string, Overload] => [name, overload(["map_diff"], (diff) => set(keys(diff).map(string)))]);

export const collectionMethods: readonly (readonly [string, Overload])[] = [
  ...membershipMethods,
  ...diffMethods,
  ["size", overload(["list"], ({ items }) => size(items.length))],
  ["size", overload(["set"], ({ items }) => size(items.length))],
  ["size", overload(["map"], ({ entries }) => size(entries.size))],
  ["toSet", overload(["list"], ({ items }) => set(items))],
  ["concat", overload(["list", "list"], (a, b) => list([...a.items, ...b.items]))],
  ["removeAll", overload(["list", "list"], (a, b) => list(without(a.items, b.items, equalStrictly)))],
  ["join", overload(["list", "string"], ({ items }, separator) => string(items.map(asText).join(separator.value)))],
  ["union", overload(["set", "set"], (a, b) => set([...a.items, ...b.items]))],
  ["difference", overload(["set", "set"], (a, b) => set(without(a.items, b.items, equalByValue)))],
  [
    "intersection",
    overload(["set", "set"], (a, b) => set(a.items.filter((item) => contains(b.items, item, equalByValue)))),
  ],
  ["keys", overload(["map"], ({ entries }) => list([...entries.keys()].sort().map(string)))],
  ["values", overload(["map"], ({ entries }) => list([...entries.values()]))],
  ["get", overload(["map", "string", "any"], ({ entries }, key, otherwise) => entries.get(key.value) ?? otherwise)],
  ["get", overload(["map", "list", "any"], (object, keys, otherwise) => nested(object, keys.items) ?? otherwise)],
  [
    "diff",
    overload(["map", "map"], (after, before) => ({ type: "map_diff", ...diffKeys(after.entries, before.entries) })),
  ],
];

/** The value under a list of keys, one for each level; undefined if a level is missing or is no map. */
function nested(object: Value, keys: Items): Value | undefined {
  let current = object;
  for (const key of keys) {
    if (key.type !== "string") throw new RuleError(`A ${key.type} can't be a key.`);
    const next = current.type === "map" ? current.entries.get(key.value) : undefined;
    if (!next) return undefined;
    current = next;
  }
  return current;
}

function diffKeys(after: ReadonlyMap<string, Value>, before: ReadonlyMap<string, Value>): KeyChanges {
  const common = [...after.keys()].filter((key) => before.has(key));
  const isUnchanged = (key: string) => equalByValue(after.get(key)!, before.get(key)!);
  return {
    added: [...after.keys()].filter((key) => !before.has(key)),
    removed: [...before.keys()].filter((key) => !after.has(key)),
    changed: common.filter((key) => !isUnchanged(key)),
    unchanged: common.filter(isUnchanged),
  };
}
