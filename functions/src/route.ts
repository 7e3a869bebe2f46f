import type { Failure } from "@logbook/domain";
import type { z } from "zod";
import type { Caller, Session } from "./accounts/session.ts";
import type { StoredBoardHead } from "./firestore/board-head.ts";
import type { ClientAddress } from "./http/client-address.ts";
import { parseWith, readJson } from "./http/parse.ts";
import type { RawRequest } from "./http/request.ts";
import { type ApiResponse, isFailure } from "./http/response.ts";

/** The users who may make a call (section 6). */
export type Audience = "anyone" | "member" | "admin";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** A call with parsed body and query, as a handler gets it. */
export interface Call<A extends Audience, Body, Query> {
  caller: A extends "anyone" ? null : Caller;
  /** The board's head when the call came in, if the route needs it. */
  head: StoredBoardHead | null;
  params: Readonly<Record<string, string>>;
  body: Body;
  query: Query;
  client: ClientAddress;
  header: RawRequest["header"];
}

interface RouteOptions {
  /** Reads `boards/main` together with the member document. */
  needsBoard: boolean;
  /** The rules judge every read and write of the call, so it may run for a cached member, before Firestore is asked. */
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

/** Creates a row of the route table. */
export function route<A extends Audience, Body extends z.ZodType, Query extends z.ZodType>(
  method: Method,
  path: string,
  audience: A,
  { body, query, ...options }: Schemas<Body, Query> & Partial<RouteOptions>,
  handle: (call: Call<A, z.output<Body>, z.output<Query>>) => Promise<ApiResponse | Failure>,
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
      return await handle({
        ...input,
        // app.ts opens a session for every other audience than `anyone`.
        caller: (session?.caller ?? null) as Call<A, unknown, unknown>["caller"],
        head: session?.head ?? null,
        params: request.params,
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
