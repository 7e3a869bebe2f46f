import type { ErrorCode, Failure } from "@logbook/domain";
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from "express";
import { appCheckProblem } from "./accounts/app-check.ts";
import { ONLY_ADMINS, openCachedSession, openSession, type Session } from "./accounts/session.ts";
import { clientAddressOf } from "./http/client-address.ts";
import { IS_EMULATED } from "./http/environment.ts";
import { errorReport } from "./http/error-report.ts";
import { isOutage } from "./http/outage.ts";
import type { RawBody } from "./http/parse.ts";
import { bodyOf, UNDECODABLE_PATH } from "./http/raw-body.ts";
import type { RawRequest } from "./http/request.ts";
import { type Log, requestFields, requestLog, routePattern, setLoggedMember, writeLine } from "./http/request-log.ts";
import { type ApiResponse, failure, isFailure, UNAVAILABLE } from "./http/response.ts";
import { send, sendFailure } from "./http/send.ts";
import { countWrite } from "./limits/count-write.ts";
import type { Route } from "./route.ts";

/** Creates the Express app of a route table: sets headers, logs, opens sessions, handles errors, sends 404 and 405. */
export function createApp(routes: readonly Route[], log: Log = writeLine): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", "simple");
  app.set("case sensitive routing", true);
  app.use(commonHeaders);
  app.use(requestLog(log));
  app.use(UNDECODABLE_PATH, (_request, response) => sendFailure(response, BAD_ADDRESS));
  for (const route of routes) app[METHODS[route.method]](route.path, serve(route));
  app.use(refuseUnknownCalls(routes));
  app.use(handleErrors(log));
  return app;
}

const METHODS = { GET: "get", POST: "post", PUT: "put", DELETE: "delete" } as const;

const commonHeaders: RequestHandler = (_request, response, next) => {
  // The platform sets this header before our code runs.
  response.removeHeader("x-powered-by");
  for (const [name, value] of HEADERS) response.setHeader(name, value);
  next();
};

/** The headers of every response, also of failures. The API never sends a page. */
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
    const result = isFailure(body) ? body : await handle(route, request, body, (uid) => setLoggedMember(response, uid));
    if (isFailure(result)) sendFailure(response, result);
    else await send(response, result);
  };
}

async function handle(
  route: Route,
  request: Request,
  body: RawBody,
  onMember: (uid: string) => void,
): Promise<ApiResponse | Failure> {
  const raw: RawRequest = {
    params: request.params as Record<string, string>,
    query: { ...request.query },
    body,
    client: clientAddressOf(request.get("x-forwarded-for"), request.socket.remoteAddress, IS_EMULATED),
    header: (name) => request.get(name),
  };
  const appCheck = request.get("x-firebase-appcheck");
  const problem = route.skipsAppCheck ? null : await appCheckProblem(appCheck);
  if (problem !== null) return problem;
  if (route.audience === "anyone") return await route.run(raw, null);
  const token = { authorization: request.get("authorization"), appCheck };

  // A call that runs twice is counted as one write.
  let isCounted = route.method === "GET";
  const run = async (session: Session): Promise<ApiResponse | Failure> => {
    const tooMany = isCounted ? null : await countWrite(session.caller.uid);
    isCounted = true;
    return tooMany ?? (await route.run(raw, session));
  };

  if (route.isRuleChecked) {
    const cached = await openCachedSession(token);
    if (cached !== null) onMember(cached.caller.uid);
    const result = cached && isInAudience(route, cached) ? await run(cached) : null;
    // A failed call has stored nothing. The cached member may be outdated, so the call runs again with the stored one.
    if (result !== null && (!isFailure(result) || FINAL.has(result.code))) return result;
  }
  const session = await openSession(token, route.needsBoard);
  if (isFailure(session)) return session;
  onMember(session.caller.uid);
  return isInAudience(route, session) ? await run(session) : ONLY_ADMINS;
}

// Failures that do not depend on the caller, so that a second try with the stored member would fail too.
const FINAL: ReadonlySet<ErrorCode> = new Set([UNAVAILABLE.code, "too-many"]);

/** Every write is checked again later: by the security rules or, for a change of a member, in its transaction. */
function isInAudience({ audience }: Route, { caller }: Session): boolean {
  return audience !== "admin" || caller.isAdmin;
}

function refuseUnknownCalls(routes: readonly Route[]): RequestHandler {
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

function handleErrors(log: Log): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const answer = toFailure(error);
    if (answer === INTERNAL) {
      const failedRequest = { method: request.method, url: routePattern(request) };
      log({ ...errorReport(error, failedRequest), ...requestFields(request, response) });
    }
    sendFailure(response, answer);
    // A response that had been started cannot be completed.
    if (!response.writableEnded) response.destroy();
  };
}

const INTERNAL = failure("internal", "Something went wrong on our side. Please try again; it has been noted.");

const BAD_ADDRESS = failure("bad-request", "The address is not well formed. Please correct it.");

function toFailure(error: unknown): Failure {
  // Express could not decode the URL.
  if (error instanceof URIError) return BAD_ADDRESS;
  return isOutage(error) ? UNAVAILABLE : INTERNAL;
}
