import type { Failure } from "@logbook/domain";
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from "express";
import { verifyToken } from "./accounts/session.ts";
import { checkAppCheckToken } from "./accounts/tokens.ts";
import { isOutage } from "./http/outage.ts";
import type { RawBody } from "./http/parse.ts";
import { bodyOf, UNDECODABLE_PATH } from "./http/raw-body.ts";
import {
  errorReport,
  type Log,
  requestFields,
  requestLog,
  routePattern,
  setLoggedMember,
  writeLine,
} from "./http/request-log.ts";
import { type ApiResponse, failure, isFailure, UNAVAILABLE } from "./http/response.ts";
import { send, sendFailure } from "./http/send.ts";
import { runMemberCall } from "./member-call.ts";
import type { Route } from "./route.ts";

/** Creates the Express app of a route table. It also sets headers, logs, handles errors, and refuses unknown calls. */
export function createApp(routes: readonly Route[], log: Log = writeLine): Express {
  const app = express();
  app.disable("x-powered-by");
  // Routes that support If-None-Match set their own ETag.
  app.disable("etag");
  // Express ignores case by default, but unknownCallHandler() does not. Both must find the same paths.
  app.set("case sensitive routing", true);
  app.use(commonHeaders);
  app.use(requestLog(log));
  // http/raw-body.ts gives this path to each URL that cannot be decoded.
  app.use(UNDECODABLE_PATH, (_request, response) => sendFailure(response, BAD_ADDRESS));
  for (const route of routes)
    app[route.method.toLowerCase() as "get" | "post" | "put" | "delete"](route.path, createHandler(route));
  app.use(unknownCallHandler(routes));
  app.use(errorHandler(log));
  return app;
}

const commonHeaders: RequestHandler = (_request, response, next) => {
  // Google's functions framework sets this header before our code runs.
  response.removeHeader("x-powered-by");
  response.set(HEADERS);
  next();
};

/** The headers of every response, also of failures. The API never sends a page. */
const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
};

function createHandler(route: Route): RequestHandler {
  return async (request, response) => {
    const body = bodyOf(request);
    const result = isFailure(body) ? body : await handleCall(route, request, response, body);
    if (isFailure(result)) sendFailure(response, result);
    else await send(response, result);
  };
}

async function handleCall(
  route: Route,
  request: Request,
  response: Response,
  body: RawBody,
): Promise<ApiResponse | Failure> {
  const appCheck = request.get("x-firebase-appcheck");
  const appCheckFailure = route.skipsAppCheck ? null : await checkAppCheckToken(appCheck);
  if (appCheckFailure !== null) return appCheckFailure;
  const call = route.parse(request, body);
  if (route.audience === "anyone") return isFailure(call) ? call : await call.runAsAnyone();
  const token = await verifyToken({ authorization: request.get("authorization"), appCheck });
  return isFailure(token) ? token : await runMemberCall(route, call, token, (uid) => setLoggedMember(response, uid));
}

function unknownCallHandler(routes: readonly Route[]): RequestHandler {
  const patterns = routes.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replace(/:[A-Za-z]+/g, "[^/]+")}/?$`),
  }));
  return (request, response) => {
    const methods = new Set(patterns.filter(({ pattern }) => pattern.test(request.path)).map(({ method }) => method));
    if (methods.size === 0)
      return sendFailure(response, failure("not-found", "There is no such call. Please check its address."));
    const allow = [...methods].join(", ");
    response.set("allow", allow);
    sendFailure(response, failure("method-not-allowed", `This address takes ${allow} only. Please use one of these.`));
  };
}

function errorHandler(log: Log): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return (error: unknown, request, response, _next) => {
    const publicFailure = isOutage(error) ? UNAVAILABLE : INTERNAL;
    if (publicFailure === INTERNAL) {
      const failedRequest = { method: request.method, url: routePattern(request) };
      log({ ...errorReport(error, failedRequest), ...requestFields(request, response) });
    }
    sendFailure(response, publicFailure);
    // A response that has been sent in part cannot be completed.
    if (!response.writableEnded) response.destroy();
  };
}

const INTERNAL = failure("internal", "Something went wrong on our side. Please try again; it has been noted.");
const BAD_ADDRESS = failure("bad-request", "The address is not well formed. Please correct it.");
