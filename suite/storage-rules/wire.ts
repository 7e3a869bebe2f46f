import { bool, float, int, list, map, nothing, path, string, timestamp, type Value } from "./value.ts";

type Decoder = (content: unknown) => Value;

/** The variables of a `verify` message: one key names the type (`string_value`, `map_value`, …). */
const EXPRESSION_DECODERS: Readonly<Record<string, Decoder>> = {
  null_value: () => nothing,
  bool_value: (content) => bool(content === true),
  int_value: (content) => int(integer(content)),
  float_value: (content) => float(number(content)),
  string_value: (content) => string(text(content)),
  timestamp_value: (content) => timestamp(nanosOf(text(content))),
  list_value: (content) => list(array(record(content).values).map(decodeExpressionValue)),
  map_value: (content) => map(fields(record(content).fields, decodeExpressionValue)),
  path_value: (content) => path(array(record(content).segments).map((segment) => text(record(segment).simple))),
};

/** Firestore's REST values (`{"integerValue": "5"}`). */
const DOCUMENT_DECODERS: Readonly<Record<string, Decoder>> = {
  nullValue: () => nothing,
  booleanValue: (content) => bool(content === true),
  integerValue: (content) => int(integer(content)),
  doubleValue: (content) => float(number(content)),
  stringValue: (content) => string(text(content)),
  timestampValue: (content) => timestamp(nanosOf(text(content))),
  referenceValue: (content) => path(documentSegments(text(content))),
  arrayValue: (content) => list(array(record(content).values ?? []).map(decodeDocumentValue)),
  mapValue: (content) => map(fields(record(content).fields ?? {}, decodeDocumentValue)),
  bytesValue: () => ({ type: "opaque", what: "bytes" }),
  geoPointValue: () => ({ type: "opaque", what: "a geographical point" }),
};

export function decodeExpressionValue(value: unknown): Value {
  return decode(value, EXPRESSION_DECODERS);
}

/** A document of Firestore's REST API as rules see it. A document without fields has no `fields` in the API. */
export function decodeDocument(document: unknown): Value {
  const { name, fields: content } = record(document);
  const segments = documentSegments(text(name));
  return map([
    ["data", map(fields(content ?? {}, decodeDocumentValue))],
    ["id", string(segments.at(-1) ?? "")],
    ["__name__", path(segments)],
  ]);
}

function decodeDocumentValue(value: unknown): Value {
  return decode(value, DOCUMENT_DECODERS);
}

function decode(value: unknown, decoders: Readonly<Record<string, Decoder>>): Value {
  const [entry, ...others] = Object.entries(record(value));
  const decoder = entry && Object.hasOwn(decoders, entry[0]) ? decoders[entry[0]] : undefined;
  if (!entry || !decoder || others.length > 0) {
    throw new Error(`The message holds a value of an unknown kind: ${JSON.stringify(value)?.slice(0, 100)}.`);
  }
  return decoder(entry[1]);
}

/** `projects/P/databases/(default)/documents/members/u1` without its project, as rules write paths. */
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

function* fields(content: unknown, decodeField: Decoder): Iterable<[string, Value]> {
  for (const [key, value] of Object.entries(record(content))) yield [key, decodeField(value)];
}

/** An int arrives as a JSON number from firebase-tools and as a decimal string from Firestore. */
function integer(content: unknown): bigint {
  if (typeof content === "string" && /^-?\d+$/.test(content)) return BigInt(content);
  if (typeof content === "number" && Number.isInteger(content)) return BigInt(content);
  throw new Error(`The message holds an integer that can't be read: ${JSON.stringify(content)}.`);
}

/** A float arrives as a number, or from Firestore as a name if JSON has no such number. */
function number(content: unknown): number {
  if (typeof content === "number") return content;
  if (content === "NaN" || content === "Infinity" || content === "-Infinity") return Number(content);
  throw new Error(`The message holds a number that can't be read: ${JSON.stringify(content)}.`);
}

export function text(content: unknown): string {
  if (typeof content === "string") return content;
  throw new Error(`The message holds ${typeof content} where text belongs.`);
}

export function array(content: unknown): readonly unknown[] {
  if (Array.isArray(content)) return content;
  throw new Error(`The message holds ${typeof content} where a list belongs.`);
}

export function record(content: unknown): Readonly<Record<string, unknown>> {
  if (typeof content === "object" && content !== null && !Array.isArray(content)) {
    return content as Record<string, unknown>;
  }
  throw new Error(`The message holds ${content === null ? "null" : typeof content} where an object belongs.`);
}
