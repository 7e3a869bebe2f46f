import fc from "fast-check";
import type { Route } from "../../functions/src/route.ts";
import { encoded, HOSTILE_BODIES, HOSTILE_HEADERS, HOSTILE_JSON, HOSTILE_NAMES, HOSTILE_WORDS } from "./hostile.ts";
import { type Hints, inputsOf } from "./schema-inputs.ts";

/** The sender of a request: an admin, a member, or a signed-out client. */
export type Asker = "admin" | "member" | "nobody";

/** A request as it goes over the wire; `path` is written as it is. `cut` ends it that many bytes too early. */
export interface FuzzRequest {
  as: Asker;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
  cut?: number;
}

/** A body or query before it is written down: names with JSON texts, as often and in the order they are sent. */
type Pairs = [name: string, json: string][];

/** The three kinds of requests of a route. */
export type Kind = "valid" | "nearly" | "hostile";

/** Makes requests of one kind for a route; `hints` know the people and reports that there are. */
export function requestsOf({ method, path, schemas }: Route, kind: Kind, hints: Hints): fc.Arbitrary<FuzzRequest> {
  const spoil = kind === "valid" ? fc.constant : spoilt;
  const pairsOf = (schema: Route["schemas"]["body"]): fc.Arbitrary<Pairs | null> =>
    schema === undefined ? fc.constant(null) : inputsOf(schema, hints).map(toPairs).chain(spoil);
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
  const anyone = fc.record({ request: whole, as: fc.constantFrom<Asker>("admin", "member", "nobody") });
  const asAnyone = anyone.map(({ request, as }) => ({ ...request, as }));
  return kind === "nearly" ? asAnyone : asAnyone.chain(brutalised);
}

function toPairs(input: unknown): Pairs {
  return Object.entries(input as object).map(([name, value]) => [name, JSON.stringify(value)]);
}

/** A text as itself, anything else as its JSON, encoded for a query. */
function word(json: string): string {
  const text = /^".*"$/s.test(json) ? (JSON.parse(json) as string) : json;
  return encoded(text);
}

/** One thing of it is wrong: a field is missing, another one, there twice, or of another kind. */
function spoilt(pairs: Pairs): fc.Arbitrary<Pairs> {
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

/** Its path with values for its `:names`. */
function paramsOf(path: string, hints: Hints, kind: Kind): fc.Arbitrary<string> {
  const parts = path.split("/").map((part) => {
    if (!part.startsWith(":")) return fc.constant(part);
    const good = (hints[part] ?? fc.constant("unknown")).map((value) => encodeURIComponent(String(value)));
    return kind === "valid" ? good : fc.oneof({ weight: 3, arbitrary: good }, { weight: 1, arbitrary: HOSTILE_WORDS });
  });
  return fc.tuple(...parts).map((words) => words.join("/"));
}

/** The request with something wrong about it that no schema gets to see. */
function brutalised(request: FuzzRequest): fc.Arbitrary<FuzzRequest> {
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
