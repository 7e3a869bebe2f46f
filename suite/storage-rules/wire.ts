import { bool, float, int, list, map, nullValue, path, string, timestamp, type Value } from "./value.ts";

type Decoder = (content: unknown) => Value;

/** Values of variables in firebase-tools' `verify` message: one key names the type (`string_value`, `map_value`, …). */
const EXPRESSION_DECODERS: Readonly<Record<string, Decoder>> = {
  null_value: () => nullValue,
  bool_value: (content) => bool(content === true),
  int_value: (content) => int(toInteger(content)),
  float_value: (content) => float(toNumber(content)),
  string_value: (content) => string(requireText(content)),
  timestamp_value: (content) => timestamp(toNanoseconds(requireText(content))),
  list_value: (content) => list(requireArray(requireRecord(content).values).map(decodeExpressionValue)),
  map_value: (content) => map(decodeFields(requireRecord(content).fields, decodeExpressionValue)),
  path_value: (content) =>
    path(requireArray(requireRecord(content).segments).map((segment) => requireText(requireRecord(segment).simple))),
};

/** Firestore's REST values (`{"integerValue": "5"}`). An empty list has no `values`, an empty map has no `fields`. */
const DOCUMENT_DECODERS: Readonly<Record<string, Decoder>> = {
  nullValue: () => nullValue,
  booleanValue: (content) => bool(content === true),
  integerValue: (content) => int(toInteger(content)),
  doubleValue: (content) => float(toNumber(content)),
  stringValue: (content) => string(requireText(content)),
  timestampValue: (content) => timestamp(toNanoseconds(requireText(content))),
  referenceValue: (content) => path(documentSegments(requireText(content))),
  arrayValue: (content) => list(requireArray(requireRecord(content).values ?? []).map(decodeDocumentValue)),
  mapValue: (content) => map(decodeFields(requireRecord(content).fields ?? {}, decodeDocumentValue)),
  bytesValue: () => ({ type: "opaque", description: "bytes" }),
  geoPointValue: () => ({ type: "opaque", description: "a geographical point" }),
};

export function decodeExpressionValue(value: unknown): Value {
  return decode(value, EXPRESSION_DECODERS);
}

/** Converts a document of Firestore's REST API for rules. A document without fields has no `fields` in the API. */
export function decodeDocument(document: unknown): Value {
  const { name, fields } = requireRecord(document);
  const segments = documentSegments(requireText(name));
  return map([
    ["data", map(decodeFields(fields ?? {}, decodeDocumentValue))],
    ["id", string(segments.at(-1) ?? "")],
    ["__name__", path(segments)],
  ]);
}

function decodeDocumentValue(value: unknown): Value {
  return decode(value, DOCUMENT_DECODERS);
}

function decode(value: unknown, decoders: Readonly<Record<string, Decoder>>): Value {
  const entries = Object.entries(requireRecord(value));
  const [kind = "", content] = entries[0] ?? [];
  const decoder = Object.hasOwn(decoders, kind) ? decoders[kind] : undefined;
  if (!decoder || entries.length > 1) {
    throw new Error(`The message holds a value of an unknown kind: ${JSON.stringify(value)?.slice(0, 100)}.`);
  }
  return decoder(content);
}

/** The segments of `projects/P/databases/(default)/documents/members/u1` without the project, as in rules. */
function documentSegments(name: string): string[] {
  return name.split("/").slice(2);
}

const RFC_3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;

function toNanoseconds(time: string): bigint {
  const [, seconds, fraction = "", zone] = RFC_3339.exec(time) ?? [];
  const millis = seconds === undefined ? Number.NaN : Date.parse(`${seconds}${zone}`);
  if (Number.isNaN(millis)) throw new Error(`The message holds a time that can't be read: ${time}.`);
  return BigInt(millis) * 1_000_000n + BigInt(fraction.padEnd(9, "0"));
}

function* decodeFields(content: unknown, decodeField: Decoder): Iterable<[string, Value]> {
  for (const [key, value] of Object.entries(requireRecord(content))) yield [key, decodeField(value)];
}

/** An int arrives as a JSON number from firebase-tools and as a decimal string from Firestore. */
function toInteger(content: unknown): bigint {
  if (typeof content === "string" && /^-?\d+$/.test(content)) return BigInt(content);
  if (typeof content === "number" && Number.isInteger(content)) return BigInt(content);
  throw new Error(`The message holds an integer that can't be read: ${JSON.stringify(content)}.`);
}

/** A float arrives as a JSON number. Firestore sends NaN and the infinities as texts, because JSON lacks them. */
function toNumber(content: unknown): number {
  if (typeof content === "number") return content;
  if (content === "NaN" || content === "Infinity" || content === "-Infinity") return Number(content);
  throw new Error(`The message holds a number that can't be read: ${JSON.stringify(content)}.`);
}

export function requireText(content: unknown): string {
  if (typeof content === "string") return content;
  throw new Error(`The message holds ${typeof content} where text belongs.`);
}

export function requireArray(content: unknown): readonly unknown[] {
  if (Array.isArray(content)) return content;
  throw new Error(`The message holds ${typeof content} where a list belongs.`);
}

export function requireRecord(content: unknown): Readonly<Record<string, unknown>> {
  if (typeof content === "object" && content !== null && !Array.isArray(content)) {
    return content as Record<string, unknown>;
  }
  throw new Error(`The message holds ${content === null ? "null" : typeof content} where an object belongs.`);
}
