import type { Failure } from "@logbook/domain";
import type { z } from "zod";
import type { Caller, Session } from "./accounts/session.ts";
import type { SeenHead } from "./firestore/board-head.ts";
import { type Answer, isFailure } from "./http/answer.ts";
import type { Origin } from "./http/client-address.ts";
import { parseWith, readJson } from "./http/parse.ts";
import type { RawRequest } from "./http/request.ts";

/** Who may make a call (section 6). */
export type Audience = "anyone" | "member" | "admin";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What a handler works on; body and query have been parsed. */
export interface Call<A extends Audience, Body, Query> {
  caller: A extends "anyone" ? null : Caller;
  /** How the board stood when the call arrived, where the route asks for it. */
  head: SeenHead | null;
  params: Readonly<Record<string, string>>;
  body: Body;
  query: Query;
  origin: Origin;
  header: RawRequest["header"];
}

/** One line of the route table. */
export interface Route {
  method: Method;
  path: string;
  audience: Audience;
  /** Whether the call reads `boards/main` together with the member document. */
  board: boolean;
  /** Whether the rules judge every step of the call, so that it may be tried before Firestore was asked who calls. */
  judged: boolean;
  /** Whether the call is answered without an App Check token where these are asked for. */
  anyApp: boolean;
  /** What `run` parses with, where the route takes a body or a query. */
  schemas: { body?: z.ZodType; query?: z.ZodType };
  /** Parses what came, then does the work. `session` is there for every audience but anyone. */
  run(request: RawRequest, session: Session | null): Promise<Answer | Failure>;
}

interface Schemas<Body extends z.ZodType, Query extends z.ZodType> {
  body?: Body;
  query?: Query;
  board?: true;
  judged?: true;
  anyApp?: true;
}

/** Makes a line of the route table. */
export function route<A extends Audience, Body extends z.ZodType, Query extends z.ZodType>(
  method: Method,
  path: string,
  audience: A,
  { body, query, board, judged, anyApp }: Schemas<Body, Query>,
  handle: (call: Call<A, z.output<Body>, z.output<Query>>) => Promise<Answer | Failure>,
): Route {
  return {
    method,
    path,
    audience,
    board: board ?? false,
    judged: judged ?? false,
    anyApp: anyApp ?? false,
    schemas: { ...(body && { body }), ...(query && { query }) },
    async run(request, session) {
      const input = parseInput(body, query, request);
      if (isFailure(input)) return input;
      return await handle({
        ...input,
        // The app opens a session before it runs a route that is not for anyone.
        caller: (session?.caller ?? null) as Call<A, unknown, unknown>["caller"],
        head: session?.head ?? null,
        params: request.params,
        origin: request.origin,
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
