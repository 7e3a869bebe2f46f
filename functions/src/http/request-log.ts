import { hash, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Request, RequestHandler, Response } from "express";
import { projectId } from "./environment.ts";

/** Takes an entry of the log. */
export type Log = (entry: object) => void;

/** Writes an entry as one line of JSON, which Cloud Logging reads into fields. */
export const writeLine: Log = (entry) => void process.stdout.write(`${JSON.stringify(entry)}\n`);

/** Gives each request an id, in the answer's `X-Request-Id` too, and logs one line about it once it is over. */
export function requestLog(log: Log): RequestHandler {
  return (request, response, next) => {
    const began = performance.now();
    response.locals.requestId = randomUUID();
    response.setHeader("x-request-id", response.locals.requestId);
    response.once("close", () => log(requestLine(request, response, performance.now() - began)));
    next();
  };
}

/** Notes for the log who makes a request. */
export function noteMember(response: Response, uid: string): void {
  response.locals.uid = uid;
}

/** The route a request met, by its pattern: an address may hold ids and searched words. */
export function routePattern(request: Request): string {
  return (request.route as { path?: string } | undefined)?.path ?? "no route";
}

/** Whose request an entry is about, as all entries about it have it. */
export function requestFields(request: Request, response: Response): object {
  const { requestId, uid } = response.locals as { requestId?: string; uid?: string };
  return { requestId, ...(uid !== undefined && { member: memberHash(uid) }), ...traceFields(request.headers) };
}

function requestLine(request: Request, response: Response, ms: number): object {
  const route = routePattern(request);
  const { method } = request;
  const { statusCode: status } = response;
  return {
    severity: status >= 500 ? "WARNING" : "INFO",
    message: `${method} ${route} ${status}`,
    method,
    route,
    status,
    ms: Math.round(ms * 10) / 10,
    ...(!response.writableFinished && { cut: true }),
    ...requestFields(request, response),
  };
}

/** A member's id as the log has it: the same in one project, another in each (docs/decisions/0020-requests-bodies-and-log.md). */
export function memberHash(uid: string): string {
  return hash("sha256", `${projectId()}/${uid}`).slice(0, 16);
}

const GOOGLE = /^([0-9a-f]{32})(?:\/(\d{1,20}))?(?:;o=([01]))?$/;
const W3C = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** What ties an entry to the platform's trace of the request, under the names that Cloud Logging knows. */
function traceFields(headers: IncomingMessage["headers"]): object {
  const w3c = W3C.exec(headers.traceparent?.toString() ?? "");
  const google = GOOGLE.exec(headers["x-cloud-trace-context"]?.toString() ?? "");
  const trace = w3c?.[1] ?? google?.[1];
  if (trace === undefined) return {};
  const span = w3c?.[2] ?? (google?.[2] && BigInt(google[2]).toString(16).padStart(16, "0"));
  const sampled = w3c ? Number.parseInt(w3c[3]!, 16) % 2 === 1 : google?.[3] === "1";
  return {
    "logging.googleapis.com/trace": `projects/${projectId()}/traces/${trace}`,
    ...(span && { "logging.googleapis.com/spanId": span }),
    "logging.googleapis.com/trace_sampled": sampled,
  };
}
