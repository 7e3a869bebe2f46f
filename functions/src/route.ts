import { type Failure, isId } from "@logbook/domain";
import type { z } from "zod";
import { type ClaimedIdentity, identityProblem } from "./accounts/identity.ts";
import type { Caller, Session } from "./accounts/session.ts";
import type { StoredBoardHead } from "./firestore/board-head.ts";
import type { ClientAddress } from "./http/client-address.ts";
import { parseWith, readJson } from "./http/parse.ts";
import type { RawRequest } from "./http/request.ts";
import { type ApiResponse, isFailure } from "./http/response.ts";
import { NO_SUCH_REPORT } from "./reports/refusals.ts";

/** The users who may make a call (section 6). */
export type Audience = "anyone" | "member" | "admin";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** The names of the parameters in a path: `uid` and `fileId` in `/files/:uid/:fileId`. */
type ParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** A call with parsed body and query, as a handler gets it. */
export interface Call<Path extends string, A extends Audience, Body, Query> {
  caller: A extends "anyone" ? null : Caller;
  /** The board's head when the call came in, if the route needs it. */
  head: StoredBoardHead | null;
  /** The parameters of the path; `id` is a valid id of a report. */
  params: Readonly<Record<ParameterNames<Path>, string>>;
  body: Body;
  query: Query;
  client: ClientAddress;
  header: RawRequest["header"];
}

interface RouteOptions {
  /** Reads `boards/main` together with the member document. */
  needsBoard: boolean;
  /** The security rules check every read and write of the call, so it may run for a cached, perhaps outdated member. */
  isRuleChecked: boolean;
  /** The call needs no App Check token, even if App Check is on. */
  skipsAppCheck: boolean;
}

/** A row of the route table. */
export interface Route extends RouteOptions {
  method: Method;
  path: string;
  audience: Audience;
  schemas: { body?: z.ZodType; query?: z.ZodType };
  /** Parses the request and calls the handler. `session` is null only for the audience `anyone`. */
  run(request: RawRequest, session: Session | null): Promise<ApiResponse | Failure>;
}

interface Schemas<Body extends z.ZodType, Query extends z.ZodType> {
  body?: Body;
  query?: Query;
}

/** Creates a row of the route table. Refuses a body that names another member as its sender. */
export function route<Path extends string, A extends Audience, Body extends z.ZodType, Query extends z.ZodType>(
  method: Method,
  path: Path,
  audience: A,
  { body, query, ...options }: Schemas<Body, Query> & Partial<RouteOptions>,
  handle: (call: Call<Path, A, z.output<Body>, z.output<Query>>) => Promise<ApiResponse | Failure>,
): Route {
  return {
    method,
    path,
    audience,
    needsBoard: false,
    isRuleChecked: false,
    skipsAppCheck: false,
    ...options,
    schemas: { ...(body && { body }), ...(query && { query }) },
    async run(request, session) {
      const input = parseInput(body, query, request);
      if (isFailure(input)) return input;
      const wrongSender = session && identityProblem((input.body ?? {}) as ClaimedIdentity, session.caller);
      if (wrongSender !== null) return wrongSender;
      const { id } = request.params;
      if (id !== undefined && !isId(id)) return NO_SUCH_REPORT;
      return await handle({
        ...input,
        // app.ts opens a session for every audience except `anyone`.
        caller: (session?.caller ?? null) as Call<Path, A, unknown, unknown>["caller"],
        head: session?.head ?? null,
        params: request.params as Call<Path, A, unknown, unknown>["params"],
        client: request.client,
        header: (name) => request.header(name),
      });
    },
  };
}

function parseInput<Body extends z.ZodType, Query extends z.ZodType>(
  bodySchema: Body | undefined,
  querySchema: Query | undefined,
  request: RawRequest,
): { body: z.output<Body>; query: z.output<Query> } | Failure {
  const json = bodySchema === undefined ? { json: undefined } : readJson(request.body);
  if (isFailure(json)) return json;
  const body = bodySchema === undefined ? undefined : parseWith(bodySchema, json.json);
  if (isFailure(body)) return body;
  const query = querySchema === undefined ? undefined : parseWith(querySchema, request.query);
  if (isFailure(query)) return query;
  return { body: body?.value as z.output<Body>, query: query?.value as z.output<Query> };
}
