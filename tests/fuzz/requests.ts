import fc from "fast-check";
import type { Route } from "../../functions/src/route.ts";
import { encodeText, HOSTILE_BODIES, HOSTILE_HEADERS, HOSTILE_JSON, HOSTILE_NAMES, HOSTILE_WORDS } from "./hostile.ts";
import { type Hints, inputsOf } from "./schema-inputs.ts";

/** The sender of a request: an admin, a member, or a signed-out client. */
export type Sender = "admin" | "member" | "guest";

/** A request. `path` is sent unchanged; the connection is closed `cut` bytes before the end of the body. */
export interface FuzzRequest {
  as: Sender;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
  cut?: number;
}

/** The fields of a body or query in the order in which they are sent; a name may occur twice. */
type Pairs = [name: string, json: string][];

/** `nearly`: valid except for one wrong field; `hostile`: also with a wrong path, header or body. */
export type RequestKind = "valid" | "nearly" | "hostile";

/** Generates requests of one kind for a route; `hints` have the ids of existing users and reports. */
export function requestsOf(
  { method, path, schemas }: Route,
  kind: RequestKind,
  hints: Hints,
): fc.Arbitrary<FuzzRequest> {
  const corrupt = kind === "valid" ? fc.constant : withOneWrongField;
  const pairsOf = (schema: Route["schemas"]["body"]): fc.Arbitrary<Pairs | null> =>
    schema === undefined ? fc.constant(null) : inputsOf(schema, hints).map(toPairs).chain(corrupt);
  const parts = { params: paramsOf(path, hints, kind), body: pairsOf(schemas.body), query: pairsOf(schemas.query) };
  const complete = fc.record(parts).map(({ params, body, query }): FuzzRequest => {
    const text = body && `{${body.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join()}}`;
    const pairs = (query ?? []).map(([name, json]) => `${encodeQueryValue(name)}=${encodeQueryValue(json)}`).join("&");
    return {
      as: "admin",
      method,
      path: pairs === "" ? params : `${params}?${pairs}`,
      headers: text ? { "content-type": "application/json" } : {},
      body: text,
    };
  });
  if (kind === "valid") return complete;
  const anyone = fc.record({ request: complete, as: fc.constantFrom<Sender>("admin", "member", "guest") });
  const asAnyone = anyone.map(({ request, as }) => ({ ...request, as }));
  return kind === "nearly" ? asAnyone : asAnyone.chain(withOneFault);
}

function toPairs(input: unknown): Pairs {
  return Object.entries(input as object).map(([name, value]) => [name, JSON.stringify(value)]);
}

/** Encodes a value for a query: a string as its text, anything else as JSON. */
function encodeQueryValue(json: string): string {
  const text = /^".*"$/s.test(json) ? (JSON.parse(json) as string) : json;
  return encodeText(text);
}

/** The fields with one fault: a field is missing, unknown, sent twice, or has another value. */
function withOneWrongField(pairs: Pairs): fc.Arbitrary<Pairs> {
  const anyIndex = fc.nat({ max: Math.max(0, pairs.length - 1) });
  return fc.oneof(
    anyIndex.map((which) => pairs.toSpliced(which, 1)),
    fc.tuple(HOSTILE_NAMES, HOSTILE_JSON).map(([name, json]): Pairs => [...pairs, [name, json]]),
    fc
      .tuple(anyIndex, HOSTILE_JSON)
      .map(([which, json]) => pairs.map(([name, old], index): Pairs[number] => [name, index === which ? json : old])),
    fc.tuple(anyIndex, HOSTILE_JSON).map(([which, json]): Pairs => {
      const repeated = pairs[which];
      return repeated === undefined ? pairs : [...pairs, [repeated[0], json]];
    }),
  );
}

function paramsOf(path: string, hints: Hints, kind: RequestKind): fc.Arbitrary<string> {
  const parts = path.split("/").map((part) => {
    if (!part.startsWith(":")) return fc.constant(part);
    const valid = (hints[part] ?? fc.constant("unknown")).map((value) => encodeURIComponent(String(value)));
    return kind === "valid"
      ? valid
      : fc.oneof({ weight: 3, arbitrary: valid }, { weight: 1, arbitrary: HOSTILE_WORDS });
  });
  return fc.tuple(...parts).map((words) => words.join("/"));
}

/** The request with a fault outside its fields, which no schema checks. */
function withOneFault(request: FuzzRequest): fc.Arbitrary<FuzzRequest> {
  const withBody = fc.record({ bytes: HOSTILE_BODIES, type: fc.constantFrom("application/json", "text/plain") });
  return fc.oneof(
    HOSTILE_HEADERS.map((headers) => ({ ...request, headers: { ...request.headers, ...headers } })),
    withBody.map(({ bytes, type }) => ({ ...request, body: bytes, headers: { "content-type": type } })),
    fc.tuple(HOSTILE_NAMES, HOSTILE_WORDS).map(([name, value]) => {
      const separator = request.path.includes("?") ? "&" : "?";
      return { ...request, path: `${request.path}${separator}${encodeText(name)}=${value}&${value}` };
    }),
    HOSTILE_WORDS.map((words) => ({ ...request, path: `${request.path.split("?")[0]}/${words}` })),
    fc.constantFrom("PATCH", "HEAD", "OPTIONS", "TRACE", "QUERY").map((method) => ({ ...request, method })),
    fc.integer({ min: 1, max: 20 }).map((cut) => (request.body === null ? request : { ...request, cut })),
  );
}
