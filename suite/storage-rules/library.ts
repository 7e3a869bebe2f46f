import { collectionMethods } from "./collections.ts";
import { type Overload, overload } from "./overload.ts";
import { matchesWhole } from "./regular-expression.ts";
import { asText } from "./text.ts";
import { timeFunctions, timeMethods } from "./time.ts";
import { bool, int, string } from "./value.ts";

/** The methods by name. The first parameter is the receiver. */
export const METHODS_BY_NAME: ReadonlyMap<string, readonly Overload[]> = byName([
  ...collectionMethods,
  ...timeMethods,
  ["size", overload(["string"], ({ value }) => int(BigInt(value.length)))],
  ["lower", overload(["string"], ({ value }) => string(value.replace(/[A-Z]/g, (letter) => letter.toLowerCase())))],
  ["upper", overload(["string"], ({ value }) => string(value.replace(/[a-z]/g, (letter) => letter.toUpperCase())))],
  // Removes control characters and spaces; other white space stays.
  ["trim", overload(["string"], ({ value }) => string(value.replace(/^[\0-\x20]+|[\0-\x20]+$/g, "")))],
  ["matches", overload(["string", "string"], ({ value }, pattern) => bool(matchesWhole(value, pattern.value)))],
]);

/** The built-in functions by name, without `firestore.get` and `firestore.exists`, which need documents. */
export const FUNCTIONS_BY_NAME: ReadonlyMap<string, readonly Overload[]> = byName([
  ...timeFunctions,
  ["string", overload(["any"], (value) => string(asText(value)))],
]);

function byName(entries: readonly (readonly [string, Overload])[]): ReadonlyMap<string, readonly Overload[]> {
  const table = new Map<string, Overload[]>();
  for (const [name, entry] of entries) table.set(name, [...(table.get(name) ?? []), entry]);
  return table;
}
