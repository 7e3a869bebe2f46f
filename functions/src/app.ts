import type { ErrorCode, Failure } from "@logbook/domain";
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from "express";
import { appCheckProblem } from "./accounts/app-check.ts";
import { ONLY_ADMINS, openSession, recallSession, type Session } from "./accounts/session.ts";
import { type Answer, failure, isFailure, UNAVAILABLE } from "./http/answer.ts";
import { originOf } from "./http/client-address.ts";
import { IS_EMULATED } from "./http/environment.ts";
import { errorReport } from "./http/error-report.ts";
import { isOutage } from "./http/outage.ts";
import type { RawBody } from "./http/parse.ts";
import { bodyOf, UNDECODABLE } from "./http/raw-body.ts";
import type { RawRequest } from "./http/request.ts";
import { type Log, noteMember, requestFields, requestLog, routePattern, writeLine } from "./http/request-log.ts";
import { send, sendFailure } from "./http/send.ts";
import { countWrite } from "./limits/count-write.ts";
import type { Route } from "./route.ts";

/** The Express app of a route table: headers, log, sessions, 404 and 405, and the last word on errors. */
export function createApp(routes: readonly Route[], log: Log = writeLine): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", "simple");
  app.set("case sensitive routing", true);
  app.use(commonHeaders);
  app.use(requestLog(log));
  app.use(UNDECODABLE, (_request, response) => sendFailure(response, BAD_ADDRESS));
  for (const route of routes) app[METHODS[route.method]](route.path, serve(route));
  app.use(noSuchCall(routes));
  app.use(onError(log));
  return app;
}

const METHODS = { GET: "get", POST: "post", PUT: "put", DELETE: "delete" } as const;

const commonHeaders: RequestHandler = (_request, response, next) => {
  // The platform sets it before our code runs.
  response.removeHeader("x-powered-by");
  for (const [name, value] of HEADERS) response.setHeader(name, value);
  next();
};

/** On every answer, whatever became of the call; nothing that the API sends is ever a page. */
const HEADERS = Object.entries({
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
});

function serve(route: Route): RequestHandler {
  return async (request, response) => {
    const body = bodyOf(request);
    const answer = isFailure(body) ? body : await answerTo(route, request, body, (uid) => noteMember(response, uid));
    if (isFailure(answer)) sendFailure(response, answer);
    else await send(response, answer);
  };
}

async function answerTo(
  route: Route,
  request: Request,
  body: RawBody,
  note: (uid: string) => void,
): Promise<Answer | Failure> {
  const raw: RawRequest = {
    params: request.params as Record<string, string>,
    query: { ...request.query },
    body,
    origin: originOf(request.get("x-forwarded-for"), request.socket.remoteAddress, IS_EMULATED),
    header: (name) => request.get(name),
  };
  const appCheck = request.get("x-firebase-appcheck");
  const problem = route.anyApp ? null : await appCheckProblem(appCheck);
  if (problem !== null) return problem;
  if (route.audience === "anyone") return await route.run(raw, null);
  const token = { authorization: request.get("authorization"), appCheck };

  // A judged call may run twice, and is one write.
  let counted = route.method === "GET";
  const run = async (session: Session): Promise<Answer | Failure> => {
    const refused = counted ? null : await countWrite(session.caller.uid);
    counted = true;
    return refused ?? (await route.run(raw, session));
  };

  if (route.judged) {
    const recalled = await recallSession(token);
    if (recalled !== null) note(recalled.caller.uid);
    const answer = recalled && mayEnter(route, recalled) ? await run(recalled) : null;
    // What failed stored nothing. The reason may be that the caller is no longer who they were.
    if (answer !== null && (!isFailure(answer) || FINAL.has(answer.code))) return answer;
  }
  const session = await openSession(token, route.board);
  if (isFailure(session)) return session;
  note(session.caller.uid);
  return mayEnter(route, session) ? await run(session) : ONLY_ADMINS;
}

// Failures that are the same whoever calls.
const FINAL: ReadonlySet<ErrorCode> = new Set([UNAVAILABLE.code, "too-many"]);

/** A courtesy: the rules say the same of every write, whatever the API thinks. */
function mayEnter({ audience }: Route, { caller }: Session): boolean {
  return audience !== "admin" || caller.isAdmin;
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

function onError(log: Log): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const failed = explain(error);
    if (failed === INTERNAL) {
      const failing = { method: request.method, url: routePattern(request) };
      log({ ...errorReport(error, failing), ...requestFields(request, response) });
    }
    sendFailure(response, failed);
    if (response.writableEnded === false) response.destroy();
  };
}

const INTERNAL = failure("internal", "Something went wrong on our side. Please try again; it has been noted.");

const BAD_ADDRESS = failure("bad-request", "The address is not well formed. Please correct it.");

function explain(error: unknown): Failure {
  // Express could not decode the address.
  if (error instanceof URIError) return BAD_ADDRESS;
  return isOutage(error) ? UNAVAILABLE : INTERNAL;
}
