import { type Failure, isId } from "@logbook/domain";
import type { z } from "zod";
import { type ClaimedIdentity, identityProblem } from "./accounts/identity.ts";
import type { CallContext, Caller } from "./accounts/session.ts";
import type { StoredBoardHead } from "./firestore/board-head.ts";
import type { ClientAddress } from "./http/client-address.ts";
import { parseJsonBody, parseWith } from "./http/parse.ts";
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

/** The argument of a handler: the call with its parsed body and query. */
export interface Call<Path extends string, Allowed extends Audience, Body, Query> {
  caller: Allowed extends "anyone" ? null : Caller;
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

export interface Route extends RouteOptions {
  method: Method;
  path: string;
  audience: Audience;
  /** The schemas with which `run` parses. Tests derive requests from them. */
  schemas: { body?: z.ZodType; query?: z.ZodType };
  /** Parses the request and calls the handler. `context` is null only for the audience `anyone`. */
  run(request: RawRequest, context: CallContext | null): Promise<ApiResponse | Failure>;
}

interface Schemas<Body extends z.ZodType, Query extends z.ZodType> {
  body?: Body;
  query?: Query;
}

/** Creates a row of the route table (routes.ts). The call refuses a body that names another member as its sender. */
export function route<Path extends string, Allowed extends Audience, Body extends z.ZodType, Query extends z.ZodType>(
  method: Method,
  path: Path,
  audience: Allowed,
  { body, query, ...options }: Schemas<Body, Query> & Partial<RouteOptions>,
  handle: (call: Call<Path, Allowed, z.output<Body>, z.output<Query>>) => Promise<ApiResponse | Failure>,
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
    async run(request, context) {
      const input = parseInput(body, query, request);
      if (isFailure(input)) return input;
      // `null` for a call without a caller, and for a body that names the caller or nobody.
      const senderFailure = context && identityProblem((input.body ?? {}) as ClaimedIdentity, context.caller);
      if (senderFailure !== null) return senderFailure;
      const { id } = request.params;
      if (id !== undefined && !isId(id)) return NO_SUCH_REPORT;
      return await handle({
        ...input,
        // app.ts authenticates the caller for every audience except `anyone`.
        caller: (context?.caller ?? null) as Call<Path, Allowed, unknown, unknown>["caller"],
        head: context?.head ?? null,
        params: request.params as Call<Path, Allowed, unknown, unknown>["params"],
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
  const jsonBody = bodySchema && parseJsonBody(request.body);
  if (isFailure(jsonBody)) return jsonBody;
  const body = bodySchema && parseWith(bodySchema, jsonBody?.json);
  if (isFailure(body)) return body;
  const query = querySchema && parseWith(querySchema, request.query);
  if (isFailure(query)) return query;
  return { body: body?.value as z.output<Body>, query: query?.value as z.output<Query> };
}
