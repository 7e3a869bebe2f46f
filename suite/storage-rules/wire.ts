import { bool, float, int, list, map, nullValue, path, string, timestamp, type Value } from "./value.ts";

type Decoder = (content: unknown) => Value;

/** The variables of a `verify` message: one key names the type (`string_value`, `map_value`, …). */
const EXPRESSION_DECODERS: Readonly<Record<string, Decoder>> = {
  null_value: () => nullValue,
  bool_value: (content) => bool(content === true),
  int_value: (content) => int(asInteger(content)),
  float_value: (content) => float(asNumber(content)),
  string_value: (content) => string(asText(content)),
  timestamp_value: (content) => timestamp(nanosOf(asText(content))),
  list_value: (content) => list(asArray(asRecord(content).values).map(decodeExpressionValue)),
  map_value: (content) => map(decodeFields(asRecord(content).fields, decodeExpressionValue)),
  path_value: (content) => path(asArray(asRecord(content).segments).map((segment) => asText(asRecord(segment).simple))),
};

/** Firestore's REST values (`{"integerValue": "5"}`). */
const DOCUMENT_DECODERS: Readonly<Record<string, Decoder>> = {
  nullValue: () => nullValue,
  booleanValue: (content) => bool(content === true),
  integerValue: (content) => int(asInteger(content)),
  doubleValue: (content) => float(asNumber(content)),
  stringValue: (content) => string(asText(content)),
  timestampValue: (content) => timestamp(nanosOf(asText(content))),
  referenceValue: (content) => path(documentSegments(asText(content))),
  arrayValue: (content) => list(asArray(asRecord(content).values ?? []).map(decodeDocumentValue)),
  mapValue: (content) => map(decodeFields(asRecord(content).fields ?? {}, decodeDocumentValue)),
  bytesValue: () => ({ type: "opaque", what: "bytes" }),
  geoPointValue: () => ({ type: "opaque", what: "a geographical point" }),
};

export function decodeExpressionValue(value: unknown): Value {
  return decode(value, EXPRESSION_DECODERS);
}

/** Converts a document of Firestore's REST API for rules. A document without fields has no `fields` in the API. */
export function decodeDocument(document: unknown): Value {
  const { name, fields: content } = asRecord(document);
  const segments = documentSegments(asText(name));
  return map([
    ["data", map(decodeFields(content ?? {}, decodeDocumentValue))],
    ["id", string(segments.at(-1) ?? "")],
    ["__name__", path(segments)],
  ]);
}

function decodeDocumentValue(value: unknown): Value {
  return decode(value, DOCUMENT_DECODERS);
}

function decode(value: unknown, decoders: Readonly<Record<string, Decoder>>): Value {
  const [entry, ...others] = Object.entries(asRecord(value));
  const decoder = entry && Object.hasOwn(decoders, entry[0]) ? decoders[entry[0]] : undefined;
  if (!entry || !decoder || others.length > 0) {
    throw new Error(`The message holds a value of an unknown kind: ${JSON.stringify(value)?.slice(0, 100)}.`);
  }
  return decoder(entry[1]);
}

/** The segments of `projects/P/databases/(default)/documents/members/u1` without the project, as in rules. */
function documentSegments(name: string): string[] {
  return name.split("/").slice(2);
}

const RFC_3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;

function nanosOf(moment: string): bigint {
  const [, seconds, fraction = "", zone] = RFC_3339.exec(moment) ?? [];
  const millis = seconds === undefined ? Number.NaN : Date.parse(`${seconds}${zone}`);
  if (Number.isNaN(millis)) throw new Error(`The message holds a time that can't be read: ${moment}.`);
  return BigInt(millis) * 1_000_000n + BigInt(fraction.padEnd(9, "0"));
}

function* decodeFields(content: unknown, decodeField: Decoder): Iterable<[string, Value]> {
  for (const [key, value] of Object.entries(asRecord(content))) yield [key, decodeField(value)];
}

/** An int arrives as a JSON number from firebase-tools and as a decimal string from Firestore. */
function asInteger(content: unknown): bigint {
  if (typeof content === "string" && /^-?\d+$/.test(content)) return BigInt(content);
  if (typeof content === "number" && Number.isInteger(content)) return BigInt(content);
  throw new Error(`The message holds an integer that can't be read: ${JSON.stringify(content)}.`);
}

/** A float arrives as a JSON number. Firestore sends NaN and the infinities as texts, because JSON lacks them. */
function asNumber(content: unknown): number {
  if (typeof content === "number") return content;
  if (content === "NaN" || content === "Infinity" || content === "-Infinity") return Number(content);
  throw new Error(`The message holds a number that can't be read: ${JSON.stringify(content)}.`);
}

export function asText(content: unknown): string {
  if (typeof content === "string") return content;
  throw new Error(`The message holds ${typeof content} where text belongs.`);
}

export function asArray(content: unknown): readonly unknown[] {
  if (Array.isArray(content)) return content;
  throw new Error(`The message holds ${typeof content} where a list belongs.`);
}

export function asRecord(content: unknown): Readonly<Record<string, unknown>> {
  if (typeof content === "object" && content !== null && !Array.isArray(content)) {
    return content as Record<string, unknown>;
  }
  throw new Error(`The message holds ${content === null ? "null" : typeof content} where an object belongs.`);
}
