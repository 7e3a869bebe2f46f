/** Whether a value is an object or a list. The types of its fields are not checked. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Whether a value has fields of these types, such as `{ name: "string" }`. */
export function hasFields(value: unknown, types: Readonly<Record<string, string>>): value is Record<string, unknown> {
  return isRecord(value) && Object.entries(types).every(([field, type]) => typeof value[field] === type);
}

/** A record with a value for each of these names. */
export function recordOf<Name extends string | number, Value>(
  names: readonly Name[],
  toValue: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, toValue(name)])) as Record<Name, Value>;
}

type KeyOf<T> = T extends unknown ? Extract<keyof T, string> : never;

/** The keys of an object that has no others than its type says, in their order. */
export const keysOf = <T extends object>(object: T) => Object.keys(object) as KeyOf<T>[];
