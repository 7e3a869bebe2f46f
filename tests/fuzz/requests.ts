import fc from "fast-check";
import type { Route } from "../../functions/src/route.ts";
import { encodeText, HOSTILE_BODIES, HOSTILE_HEADERS, HOSTILE_JSON, HOSTILE_NAMES, HOSTILE_WORDS } from "./hostile.ts";
import { type Hints, inputsOf } from "./schema-inputs.ts";

/** The sender of a request: an admin, a member, or a client that is not signed in. */
export type Sender = "admin" | "member" | "guest";

/** A request to the API. */
export interface FuzzRequest {
  sender: Sender;
  method: string;
  /** The path with the query, which is sent unchanged. */
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
  /** If set, the connection is closed this many bytes before the end of the body. */
  omittedBytes?: number;
}

/** The fields of a body or query, in the order in which they are sent. A name may occur twice. */
type Fields = [name: string, json: string][];

/** `nearlyValid`: a field is wrong, a path parameter may be. `hostile`: also a wrong method, path, header or body. */
export type RequestKind = "valid" | "nearlyValid" | "hostile";

/** Generates requests of one kind for a route. `hints` has the ids of existing users and reports. */
export function requestsOf(
  { method, path, schemas }: Route,
  kind: RequestKind,
  hints: Hints,
): fc.Arbitrary<FuzzRequest> {
  const changeFields = kind === "valid" ? fc.constant : withOneWrongField;
  const fieldsOf = (schema: Route["schemas"]["body"]): fc.Arbitrary<Fields | null> =>
    schema === undefined ? fc.constant(null) : inputsOf(schema, hints).map(toFields).chain(changeFields);
  const requestParts = fc.record({
    pathname: pathsOf(path, hints, kind),
    bodyFields: fieldsOf(schemas.body),
    queryFields: fieldsOf(schemas.query),
  });
  const adminRequests = requestParts.map(({ pathname, bodyFields, queryFields }): FuzzRequest => {
    const body = bodyFields && `{${bodyFields.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join()}}`;
    const query = (queryFields ?? []).map(([name, json]) => `${encodeQueryValue(name)}=${encodeQueryValue(json)}`);
    return {
      sender: "admin",
      method,
      path: query.length === 0 ? pathname : `${pathname}?${query.join("&")}`,
      headers: body ? { "content-type": "application/json" } : {},
      body,
    };
  });
  if (kind === "valid") return adminRequests;
  const senders = fc.constantFrom<Sender>("admin", "member", "guest");
  const requests = fc.tuple(adminRequests, senders).map(([request, sender]) => ({ ...request, sender }));
  return kind === "nearlyValid" ? requests : requests.chain(withOneFault);
}

function toFields(input: unknown): Fields {
  return Object.entries(input as object).map(([name, value]) => [name, JSON.stringify(value)]);
}

/** Encodes a value for a query: a string as its text, anything else as JSON. */
function encodeQueryValue(json: string): string {
  const text = /^".*"$/s.test(json) ? (JSON.parse(json) as string) : json;
  return encodeText(text);
}

/** Variants of the fields with one fault: a field is missing, unknown, sent twice, or has another value. */
function withOneWrongField(fields: Fields): fc.Arbitrary<Fields> {
  // `fields` may be empty, because optional fields may be left out.
  const anyIndex = fc.nat({ max: Math.max(0, fields.length - 1) });
  return fc.oneof(
    anyIndex.map((index) => fields.toSpliced(index, 1)),
    fc.tuple(HOSTILE_NAMES, HOSTILE_JSON).map(([name, json]): Fields => [...fields, [name, json]]),
    fc.tuple(anyIndex, HOSTILE_JSON).map(([index, json]): Fields => {
      const field = fields[index];
      return field === undefined ? fields : fields.with(index, [field[0], json]);
    }),
    fc.tuple(anyIndex, HOSTILE_JSON).map(([index, json]): Fields => {
      const field = fields[index];
      return field === undefined ? fields : [...fields, [field[0], json]];
    }),
  );
}

/** Paths of a route. Their parameters have valid values; one in four is hostile if `kind` is not `valid`. */
function pathsOf(routePath: string, hints: Hints, kind: RequestKind): fc.Arbitrary<string> {
  const segments = routePath.split("/").map((segment) => {
    if (!segment.startsWith(":")) return fc.constant(segment);
    const validValues = (hints[segment] ?? fc.constant("unknown")).map((value) => encodeURIComponent(String(value)));
    if (kind === "valid") return validValues;
    return fc.oneof({ weight: 3, arbitrary: validValues }, { weight: 1, arbitrary: HOSTILE_WORDS });
  });
  return fc.tuple(...segments).map((values) => values.join("/"));
}

/** Variants of the request with one fault outside its fields, where no schema finds the fault. */
function withOneFault(request: FuzzRequest): fc.Arbitrary<FuzzRequest> {
  const contentTypes = fc.constantFrom("application/json", "text/plain");
  return fc.oneof(
    HOSTILE_HEADERS.map((headers) => ({ ...request, headers: { ...request.headers, ...headers } })),
    fc
      .tuple(HOSTILE_BODIES, contentTypes)
      .map(([body, contentType]) => ({ ...request, body, headers: { "content-type": contentType } })),
    fc.tuple(HOSTILE_NAMES, HOSTILE_WORDS).map(([name, value]) => {
      const separator = request.path.includes("?") ? "&" : "?";
      return { ...request, path: `${request.path}${separator}${encodeText(name)}=${value}&${value}` };
    }),
    HOSTILE_WORDS.map((segment) => ({ ...request, path: `${request.path.split("?")[0]}/${segment}` })),
    fc.constantFrom("PATCH", "HEAD", "OPTIONS", "TRACE", "QUERY").map((method) => ({ ...request, method })),
    fc
      .integer({ min: 1, max: 20 })
      .map((omittedBytes) => (request.body === null ? request : { ...request, omittedBytes })),
  );
}
