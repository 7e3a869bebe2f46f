import type { Failure } from "@logbook/domain";
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from "express";
import * as logger from "firebase-functions/logger";
import { ONLY_ADMINS, openSession, recallSession, type Session } from "../accounts/session.ts";
import { type Answer, failure, isFailure, UNAVAILABLE } from "./answer.ts";
import { isOutage, unexpectedLine } from "./outage.ts";
import { sizeProblem } from "./parse.ts";
import type { RawRequest, Route } from "./route.ts";
import { send, sendFailure } from "./send.ts";

/** The Express app of a route table: headers, sessions, 404 and 405, and the last word on errors. */
export function createApp(routes: readonly Route[]): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", "simple");
  app.set("case sensitive routing", true);
  app.use(commonHeaders);
  for (const route of routes) app[METHODS[route.method]](route.path, serve(route));
  app.use(noSuchCall(routes));
  app.use(onError);
  return app;
}

const METHODS = { GET: "get", POST: "post", PUT: "put", DELETE: "delete" } as const;

const commonHeaders: RequestHandler = (_request, response, next) => {
  // The platform sets it before our code runs.
  response.removeHeader("x-powered-by");
  response.set({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
  next();
};

function serve(route: Route): RequestHandler {
  return async (request, response) => {
    const answer = sizeProblem(rawBody(request)) ?? (await answerTo(route, request));
    if (isFailure(answer)) sendFailure(response, answer);
    else await send(response, answer);
  };
}

async function answerTo(route: Route, request: Request): Promise<Answer | Failure> {
  const raw: RawRequest = {
    params: request.params as Record<string, string>,
    query: { ...request.query },
    body: { contentType: request.get("content-type"), bytes: rawBody(request) },
    header: (name) => request.get(name),
  };
  if (route.audience === "anyone") return await route.run(raw, null);
  const token = { authorization: request.get("authorization"), appCheck: request.get("x-firebase-appcheck") };

  if (route.judged) {
    const recalled = await recallSession(token);
    const answer = recalled && mayEnter(route, recalled) ? await route.run(raw, recalled) : null;
    // What failed stored nothing. The reason may be that the caller is no longer who they were.
    if (answer !== null && (!isFailure(answer) || answer.code === UNAVAILABLE.code)) return answer;
  }
  const session = await openSession(token, route.board);
  if (isFailure(session)) return session;
  return mayEnter(route, session) ? await route.run(raw, session) : ONLY_ADMINS;
}

/** A courtesy: the rules say the same of every write, whatever the API thinks. */
function mayEnter({ audience }: Route, { caller }: Session): boolean {
  return audience !== "admin" || caller.isAdmin;
}

/** The body as the platform read it; it leaves the field out when there was none. */
function rawBody(request: Request): Uint8Array | undefined {
  return (request as { rawBody?: Uint8Array }).rawBody;
}

function noSuchCall(routes: readonly Route[]): RequestHandler {
  const patterns = routes.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replace(/:[A-Za-z]+/g, "[^/]+")}/?$`),
  }));
  return (request, response) => {
    const allowed = new Set(patterns.filter(({ pattern }) => pattern.test(request.path)).map(({ method }) => method));
    if (allowed.size === 0)
      return sendFailure(response, failure("not-found", "There is no such call. Please check its address."));
    const allow = [...allowed].join(", ");
    response.set("allow", allow);
    sendFailure(response, failure("method-not-allowed", `This address takes ${allow} only. Please use one of these.`));
  };
}

const onError: ErrorRequestHandler = (error: unknown, request, response, _next) => {
  sendFailure(response, explain(error, request));
  if (response.writableEnded === false) response.destroy();
};

function explain(error: unknown, request: Request): Failure {
  // Express could not decode the address.
  if (error instanceof URIError) return failure("bad-request", "The address is not well formed. Please correct it.");
  if (isOutage(error)) return UNAVAILABLE;
  logger.write(unexpectedLine(error, `${request.method} ${request.route?.path ?? "/api"}`));
  return failure("internal", "Something went wrong on our side. Please try again; it has been noted.");
}
