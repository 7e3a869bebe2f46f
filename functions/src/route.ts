import { type Failure, isId } from "@logbook/domain";
import type { Request } from "express";
import type { z } from "zod";
import type { CallContext, Caller } from "./accounts/session.ts";
import type { StoredBoardHead } from "./firestore/board-head.ts";
import { type ClientAddress, clientAddressOf } from "./http/client-address.ts";
import { IS_EMULATED } from "./http/environment.ts";
import { parseJsonBody, parseWith, type RawBody } from "./http/parse.ts";
import { type ApiResponse, failure, isFailure } from "./http/response.ts";
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
  /** The value of a header; the case of its name does not matter. */
  header(name: string): string | undefined;
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
  run(request: Request, rawBody: RawBody, context: CallContext | null): Promise<ApiResponse | Failure>;
}

/** Creates a row of the route table (routes.ts). The call refuses a body that names another member as its sender. */
export function route<Path extends string, Allowed extends Audience, Body extends z.ZodType, Query extends z.ZodType>(
  method: Method,
  path: Path,
  audience: Allowed,
  { body, query, ...options }: { body?: Body; query?: Query } & Partial<RouteOptions>,
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
    async run(request, rawBody, context) {
      const jsonBody = body === undefined ? { json: undefined } : parseJsonBody(rawBody);
      if (isFailure(jsonBody)) return jsonBody;
      const parsedBody = parseWith(body, jsonBody.json);
      if (isFailure(parsedBody)) return parsedBody;
      const parsedQuery = parseWith(query, { ...request.query });
      if (isFailure(parsedQuery)) return parsedQuery;
      const identityFailure = context && identityProblem((parsedBody.value ?? {}) as ClaimedIdentity, context.caller);
      if (identityFailure !== null) return identityFailure;
      const params = request.params as Call<Path, Allowed, unknown, unknown>["params"] & { id?: string };
      if (params.id !== undefined && !isId(params.id)) return NO_SUCH_REPORT;
      return await handle({
        body: parsedBody.value,
        query: parsedQuery.value,
        // app.ts authenticates the caller for every audience except `anyone`.
        caller: (context?.caller ?? null) as Call<Path, Allowed, unknown, unknown>["caller"],
        head: context?.head ?? null,
        params,
        client: clientAddressOf(request.get("x-forwarded-for"), request.socket.remoteAddress, {
          isEmulated: IS_EMULATED,
        }),
        header: (name) => request.get(name),
      });
    },
  };
}

const WRONG_USER = failure(
  "wrong-user",
  "The request names another user than the one signed in. Please send your own user id and name, or neither.",
);

/** The user whom a body names as its sender (section 7). All fields are optional, because the token says who calls. */
type ClaimedIdentity = { userId?: string; username?: string; reporter?: string };

/** The failure (403) if a body names another sender than the caller; `null` otherwise. */
export function identityProblem(identity: ClaimedIdentity, caller: Pick<Caller, "uid" | "username">): Failure | null {
  const { userId = caller.uid, username = caller.username, reporter = caller.username } = identity;
  const isCaller = userId === caller.uid && username === caller.username && reporter === caller.username;
  return isCaller ? null : WRONG_USER;
}
