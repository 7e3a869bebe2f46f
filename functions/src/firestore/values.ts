import { isRecord } from "@logbook/domain";

/** A value in Firestore's REST API. The logbook stores no double or reference, but a write by hand may store one. */
export type RestValue =
  | { nullValue: null }
  | { stringValue: string }
  | { booleanValue: boolean }
  | { integerValue: string }
  | { doubleValue: number }
  | { timestampValue: string }
  | { referenceValue: string }
  | { arrayValue: { values?: RestValue[] } }
  | { mapValue: { fields?: RestFields } };
export type RestFields = { [name: string]: RestValue };

/** A value that can be stored. A `Date` becomes a timestamp. */
export type Storable =
  | string
  | number
  | boolean
  | null
  | Date
  | readonly Storable[]
  | { readonly [name: string]: Storable };

/** Encodes a value for the REST API. Throws for a number that is not a safe integer. */
export function encodeValue(value: Storable): RestValue {
  if (value === null) return { nullValue: null };
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { booleanValue: value };
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) throw new RangeError("Only whole numbers are stored.");
    return { integerValue: String(value) };
  }
  if (value instanceof Date) return { timestampValue: value.toISOString() };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(encodeValue) } };
  return { mapValue: { fields: encodeFields(value as { readonly [name: string]: Storable }) } };
}

export function encodeFields(fields: { readonly [name: string]: Storable }): RestFields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, encodeValue(value)]));
}

/** Decodes a REST value. A timestamp becomes a `Date`. Any other type (bytes, a reference) becomes `null`. */
export function decodeValue(value: RestValue): unknown {
  if ("stringValue" in value) return value.stringValue;
  if ("booleanValue" in value) return value.booleanValue;
  if ("integerValue" in value) return Number(value.integerValue);
  if ("doubleValue" in value) return value.doubleValue;
  if ("timestampValue" in value) return new Date(value.timestampValue);
  if ("arrayValue" in value) return (value.arrayValue.values ?? []).map(decodeValue);
  if ("mapValue" in value) return decodeFields(value.mapValue.fields ?? {});
  return null;
}

export function decodeFields(fields: RestFields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, decodeValue(value)]));
}

/** Parses each value of a decoded map. Leaves out the entries for which `parseEntry` returns `null`. */
export function parseMap<T>(value: unknown, parseEntry: (entry: unknown) => T | null): ReadonlyMap<string, T> {
  const entries = isRecord(value) ? Object.entries(value) : [];
  return new Map(
    entries.flatMap(([key, entry]) => {
      const parsed = parseEntry(entry);
      return parsed === null ? [] : [[key, parsed]];
    }),
  );
}
