import { bool, float, int, list, map, nullValue, path, string, timestamp, type Value } from "./value.ts";

/** A value in a message of firebase-tools or in a document of Firestore. Its only key names its type. */
export type WireValue = Readonly<Record<string, unknown>>;
type WireFields = Readonly<Record<string, WireValue>>;

/** A document of Firestore's REST API. A document without fields has no `fields`. */
export type WireDocument = { name: string; fields?: WireFields };

type Decoder = (content: never) => Value;

// firebase-tools sends an int as a JSON number, Firestore as a text.
const decodeInt: Decoder = (content: number | string) => int(BigInt(content));
// Firestore sends NaN and the infinities as texts, because JSON lacks them.
const decodeFloat: Decoder = (content: number | string) => float(Number(content));
const decodeTimestamp: Decoder = (content: string) => timestamp(toNanoseconds(content));
// In Firestore's API an empty list has no `values`, and an empty map has no `fields`.
const decodeList: Decoder = ({ values = [] }: { values?: readonly WireValue[] }) => list(values.map(decodeValue));
const decodeMap: Decoder = ({ fields = {} }: { fields?: WireFields }) => decodeFields(fields);

/** By type: values of variables in firebase-tools' messages (`int_value`), and Firestore's values (`integerValue`). */
const DECODERS: Readonly<Record<string, Decoder>> = {
  null_value: () => nullValue,
  bool_value: bool,
  int_value: decodeInt,
  float_value: decodeFloat,
  string_value: string,
  timestamp_value: decodeTimestamp,
  list_value: decodeList,
  map_value: decodeMap,
  path_value: ({ segments }: { segments: readonly { simple: string }[] }) => path(segments.map(({ simple }) => simple)),

  nullValue: () => nullValue,
  booleanValue: bool,
  integerValue: decodeInt,
  doubleValue: decodeFloat,
  stringValue: string,
  timestampValue: decodeTimestamp,
  referenceValue: (name: string) => path(documentSegments(name)),
  arrayValue: decodeList,
  mapValue: decodeMap,
  bytesValue: () => ({ type: "opaque", description: "bytes" }),
  geoPointValue: () => ({ type: "opaque", description: "a geographical point" }),
};

export function decodeValue(value: WireValue): Value {
  const [kind = "", content] = Object.entries(value)[0] ?? [];
  if (!Object.hasOwn(DECODERS, kind))
    throw new Error(`The message holds a value of an unknown kind: ${JSON.stringify(value).slice(0, 100)}.`);
  return DECODERS[kind]!(content as never);
}

/** Converts a document for rules. */
export function decodeDocument({ name, fields = {} }: WireDocument): Value {
  const segments = documentSegments(name);
  return map([
    ["data", decodeFields(fields)],
    ["id", string(segments.at(-1) ?? "")],
    ["__name__", path(segments)],
  ]);
}

function decodeFields(fields: WireFields): Value {
  return map(Object.entries(fields).map(([name, value]) => [name, decodeValue(value)]));
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
