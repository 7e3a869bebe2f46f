import { randomUUID } from "node:crypto";
import { type Failure, isId } from "@logbook/domain";
import type { Request } from "express";
import type { z } from "zod";
import type { Caller } from "./accounts/session.ts";
import type { StoredBoardHead } from "./firestore/board-head.ts";
import type { StoredDocument } from "./firestore/documents.ts";
import type { Commit } from "./firestore/writes.ts";
import { type ClientAddress, clientAddressOf } from "./http/client-address.ts";
import { IS_EMULATED } from "./http/environment.ts";
import { parseJsonBody, parseWith, type RawBody } from "./http/parse.ts";
import { type ApiResponse, failure, isFailure, NO_SUCH_REPORT } from "./http/response.ts";
import type { LimitName } from "./limits/rate-limits.ts";

/** The users who may make a call (section 6). */
export type Audience = "anyone" | "member" | "admin";
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** The names of the parameters in a path: `uid` and `fileId` in `/files/:uid/:fileId`. */
type ParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** A parsed request. */
export interface Input<Path extends string, Body, Query> {
  /** The parameters of the path; `id` is a valid id of a report. */
  params: Readonly<Record<ParameterNames<Path>, string>>;
  body: Body;
  query: Query;
  /** A new random id, for a report or an amendment to which the client has given none. */
  newId: string;
}

/** The paths of the documents that a handler needs, by the names under which it gets them. */
type Reads = Readonly<Record<string, string>>;
type Documents<Paths> = { readonly [Name in keyof Paths]: StoredDocument | null };

/** The argument of a handler: the call with its parsed body and query, and the documents that it needs. */
export interface Call<Path extends string, Allowed extends Audience, Body, Query, Paths = unknown>
  extends Input<Path, Body, Query> {
  caller: Allowed extends "anyone" ? null : Caller;
  /** The board's head, from the same read as `documents`, if the route needs it. */
  head: StoredBoardHead | null;
  documents: Documents<Paths>;
  /** Whether the handler has run before in this call: others have changed one of the documents before the commit. */
  isRepeated: boolean;
  client: ClientAddress;
  /** The value of a header; the case of its name does not matter. */
  header(name: string): string | undefined;
}

interface RouteOptions {
  /** Reads `boards/main` together with the member document. */
  needsBoard: boolean;
  /** The call needs no App Check token, even if App Check is on. */
  skipsAppCheck: boolean;
  /** The body has texts of a report: its bytes count towards the text that a member may store in a day. */
  storesText: boolean;
  /** A limit for the caller and the report `:id`, besides the limit of all writes. */
  reportLimit: LimitName | null;
}

/** What a member's call has read. */
export interface CallContext {
  caller: Caller;
  head: StoredBoardHead | null;
  documents: Documents<Reads>;
  isRepeated: boolean;
}

/** The result of a handler: a response, a failure, or what is to be committed before the response. */
export type CallResult = ApiResponse | Failure | Commit;

/** A request with a valid body and query. */
export interface ParsedCall {
  identity: ClaimedIdentity;
  /** The bytes of the texts to store, as JSON; 0 unless the route `storesText`. */
  textBytes: number;
  /** The report `:id` of the path, `""` if it has none. */
  issueId: string;
  readsFor(uid: string): Reads;
  run(context: CallContext): Promise<CallResult>;
  /** Runs a call of the audience `anyone`, which reads and commits by itself. */
  runAsAnyone(): Promise<ApiResponse | Failure>;
}

export interface Route extends RouteOptions {
  method: Method;
  path: string;
  audience: Audience;
  /** The schemas with which `parse` parses. Tests derive requests from them. */
  schemas: { body?: z.ZodType; query?: z.ZodType };
  parse(request: Request, rawBody: RawBody): ParsedCall | Failure;
}

/**
 * Creates a row of the route table (routes.ts). `reads` names the documents that the handler needs. The call refuses a
 * body that names another member as its sender.
 */
export function route<
  Path extends string,
  Allowed extends Audience,
  Body extends z.ZodType,
  Query extends z.ZodType,
  Paths extends { readonly [name: string]: string } = Record<never, never>,
>(
  method: Method,
  path: Path,
  audience: Allowed,
  {
    body,
    query,
    reads,
    ...options
  }: {
    body?: Body;
    query?: Query;
    reads?: (input: Input<Path, z.output<Body>, z.output<Query>> & { uid: string }) => Paths;
  } & Partial<RouteOptions>,
  handle: (
    call: Call<Path, Allowed, z.output<Body>, z.output<Query>, Paths>,
  ) =>
    | (Allowed extends "anyone" ? never : CallResult)
    | Promise<Allowed extends "anyone" ? ApiResponse | Failure : CallResult>,
): Route {
  return {
    method,
    path,
    audience,
    needsBoard: false,
    skipsAppCheck: false,
    storesText: false,
    reportLimit: null,
    ...options,
    schemas: { ...(body && { body }), ...(query && { query }) },
    parse(request, rawBody) {
      const jsonBody = body === undefined ? { json: undefined } : parseJsonBody(rawBody);
      if (isFailure(jsonBody)) return jsonBody;
      const parsedBody = parseWith(body, jsonBody.json);
      if (isFailure(parsedBody)) return parsedBody;
      const parsedQuery = parseWith(query, { ...request.query });
      if (isFailure(parsedQuery)) return parsedQuery;
      const params = request.params as Input<Path, unknown, unknown>["params"] & { id?: string };
      if (params.id !== undefined && !isId(params.id)) return NO_SUCH_REPORT;
      const input = { params, body: parsedBody.value, query: parsedQuery.value, newId: randomUUID() };
      const run = async (context: CallContext | null) =>
        await handle({
          ...input,
          // member-call.ts authenticates the caller for every audience except `anyone`.
          caller: (context?.caller ?? null) as Call<Path, Allowed, unknown, unknown>["caller"],
          head: context?.head ?? null,
          documents: (context?.documents ?? {}) as Documents<Paths>,
          isRepeated: context?.isRepeated ?? false,
          client: clientAddressOf(request.get("x-forwarded-for"), request.socket.remoteAddress, {
            isEmulated: IS_EMULATED,
          }),
          header: (name) => request.get(name),
        });
      return {
        identity: (parsedBody.value ?? {}) as ClaimedIdentity,
        textBytes: options.storesText ? Buffer.byteLength(JSON.stringify(parsedBody.value)) : 0,
        issueId: params.id ?? "",
        readsFor: (uid) => reads?.({ ...input, uid }) ?? {},
        run,
        runAsAnyone: async () => (await run(null)) as ApiResponse | Failure,
      };
    },
  };
}

const WRONG_USER = failure(
  "wrong-user",
  "The request names another user than the one signed in. Please send your own user id and name, or neither.",
);

/** The user whom a body names as its sender (section 7). All fields are optional, because the token says who calls. */
export type ClaimedIdentity = { userId?: string; username?: string; reporter?: string };

/** The failure (403) if a body names another sender than the caller; `null` otherwise. */
export function identityProblem(identity: ClaimedIdentity, caller: Pick<Caller, "uid" | "username">): Failure | null {
  const { userId = caller.uid, username = caller.username, reporter = caller.username } = identity;
  const isCaller = userId === caller.uid && username === caller.username && reporter === caller.username;
  return isCaller ? null : WRONG_USER;
}
