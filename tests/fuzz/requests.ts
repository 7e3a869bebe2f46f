import fc from "fast-check";
import type { Route } from "../../functions/src/route.ts";
import { encoded, HOSTILE_BODIES, HOSTILE_HEADERS, HOSTILE_JSON, HOSTILE_NAMES, HOSTILE_WORDS } from "./hostile.ts";
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

/** `nearly` valid requests have one wrong field; `hostile` ones may also have a wrong path, header or body. */
export type Kind = "valid" | "nearly" | "hostile";

/** Generates requests of one kind for a route; `hints` have the ids of existing users and reports. */
export function requestsOf({ method, path, schemas }: Route, kind: Kind, hints: Hints): fc.Arbitrary<FuzzRequest> {
  const corrupt = kind === "valid" ? fc.constant : withOneWrongField;
  const pairsOf = (schema: Route["schemas"]["body"]): fc.Arbitrary<Pairs | null> =>
    schema === undefined ? fc.constant(null) : inputsOf(schema, hints).map(toPairs).chain(corrupt);
  const parts = { params: paramsOf(path, hints, kind), body: pairsOf(schemas.body), query: pairsOf(schemas.query) };
  const whole = fc.record(parts).map(({ params, body, query }): FuzzRequest => {
    const text = body && `{${body.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join()}}`;
    return {
      as: "admin",
      method,
      path:
        params +
        (query && query.length > 0 ? `?${query.map(([name, json]) => `${word(name)}=${word(json)}`).join("&")}` : ""),
      headers: text ? { "content-type": "application/json" } : {},
      body: text,
    };
  });
  if (kind === "valid") return whole;
  const anyone = fc.record({ request: whole, as: fc.constantFrom<Sender>("admin", "member", "guest") });
  const asAnyone = anyone.map(({ request, as }) => ({ ...request, as }));
  return kind === "nearly" ? asAnyone : asAnyone.chain(corrupted);
}

function toPairs(input: unknown): Pairs {
  return Object.entries(input as object).map(([name, value]) => [name, JSON.stringify(value)]);
}

/** Encodes a value for a query: a string as its text, anything else as JSON. */
function word(json: string): string {
  const text = /^".*"$/s.test(json) ? (JSON.parse(json) as string) : json;
  return encoded(text);
}

/** The fields with one of them missing, unknown, sent twice, or with another value. */
function withOneWrongField(pairs: Pairs): fc.Arbitrary<Pairs> {
  const at = fc.nat({ max: Math.max(0, pairs.length - 1) });
  return fc.oneof(
    at.map((which) => pairs.toSpliced(which, 1)),
    fc.tuple(HOSTILE_NAMES, HOSTILE_JSON).map(([name, json]): Pairs => [...pairs, [name, json]]),
    fc
      .tuple(at, HOSTILE_JSON)
      .map(([which, json]) => pairs.map(([name, old], index): Pairs[number] => [name, index === which ? json : old])),
    fc.tuple(at, HOSTILE_JSON).map(([which, json]): Pairs => {
      const twice = pairs[which];
      return twice === undefined ? pairs : [...pairs, [twice[0], json]];
    }),
  );
}

function paramsOf(path: string, hints: Hints, kind: Kind): fc.Arbitrary<string> {
  const parts = path.split("/").map((part) => {
    if (!part.startsWith(":")) return fc.constant(part);
    const good = (hints[part] ?? fc.constant("unknown")).map((value) => encodeURIComponent(String(value)));
    return kind === "valid" ? good : fc.oneof({ weight: 3, arbitrary: good }, { weight: 1, arbitrary: HOSTILE_WORDS });
  });
  return fc.tuple(...parts).map((words) => words.join("/"));
}

/** The request with a fault outside its fields, which no schema checks. */
function corrupted(request: FuzzRequest): fc.Arbitrary<FuzzRequest> {
  const withBody = fc.record({ bytes: HOSTILE_BODIES, type: fc.constantFrom("application/json", "text/plain") });
  return fc.oneof(
    HOSTILE_HEADERS.map((headers) => ({ ...request, headers: { ...request.headers, ...headers } })),
    withBody.map(({ bytes, type }) => ({ ...request, body: bytes, headers: { "content-type": type } })),
    fc.tuple(HOSTILE_NAMES, HOSTILE_WORDS).map(([name, value]) => {
      const mark = request.path.includes("?") ? "&" : "?";
      return { ...request, path: `${request.path}${mark}${encoded(name)}=${value}&${value}` };
    }),
    HOSTILE_WORDS.map((words) => ({ ...request, path: `${request.path.split("?")[0]}/${words}` })),
    fc.constantFrom("PATCH", "HEAD", "OPTIONS", "TRACE", "QUERY").map((method) => ({ ...request, method })),
    fc.integer({ min: 1, max: 20 }).map((cut) => (request.body === null ? request : { ...request, cut })),
  );
}
