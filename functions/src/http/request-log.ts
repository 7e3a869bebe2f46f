import { hash, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Request, RequestHandler, Response } from "express";
import { projectId } from "./environment.ts";

export type Log = (entry: object) => void;

/** Writes an entry as one line of JSON, which Cloud Logging parses into fields. */
export const writeLine: Log = (entry) => void process.stdout.write(`${JSON.stringify(entry)}\n`);

/** Gives each request an id, sends the id as `X-Request-Id`, and logs one line when the request has ended. */
export function requestLog(log: Log): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    response.locals.requestId = randomUUID();
    response.setHeader("x-request-id", response.locals.requestId);
    response.once("close", () => log(requestEntry(request, response, performance.now() - startedAt)));
    next();
  };
}

/** Sets which member the log names as the caller of a request. */
export function setLoggedMember(response: Response, uid: string): void {
  response.locals.uid = uid;
}

/** The pattern of a request's route, or `no route`. The log has the pattern because a URL may contain search words. */
export function routePattern(request: Request): string {
  return (request.route as { path?: string } | undefined)?.path ?? "no route";
}

/** The fields that all log entries of one request share. */
export function requestFields(request: Request, response: Response): object {
  const { requestId, uid } = response.locals as { requestId?: string; uid?: string };
  return { requestId, ...(uid !== undefined && { member: memberHash(uid) }), ...traceFields(request.headers) };
}

function requestEntry(request: Request, response: Response, ms: number): object {
  const route = routePattern(request);
  const { method } = request;
  const status = response.statusCode;
  return {
    severity: status >= 500 ? "WARNING" : "INFO",
    message: `${method} ${route} ${status}`,
    method,
    route,
    status,
    ms: Math.round(ms * 10) / 10,
    // `cut`: the connection was closed before the whole response was sent.
    ...(!response.writableFinished && { cut: true }),
    ...requestFields(request, response),
  };
}

/**
 * The pseudonym of a member in the log, different in each project (docs/decisions/0020-requests-bodies-and-log.md). Its
 * 16 hexadecimal digits are enough to tell members apart.
 */
export function memberHash(uid: string): string {
  return hash("sha256", `${projectId()}/${uid}`).slice(0, 16);
}

const GOOGLE_TRACE = /^(?<trace>[0-9a-f]{32})(?:\/(?<span>\d{1,20}))?(?:;o=(?<sampled>[01]))?$/;
const W3C_TRACE = /^[0-9a-f]{2}-(?<trace>[0-9a-f]{32})-(?<span>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})$/;

/** Links a log entry to Google's trace of the request, in the fields that Cloud Logging reads. */
function traceFields(headers: IncomingMessage["headers"]): object {
  const w3cTrace = W3C_TRACE.exec(headers.traceparent?.toString() ?? "")?.groups;
  const googleTrace = GOOGLE_TRACE.exec(headers["x-cloud-trace-context"]?.toString() ?? "")?.groups;
  const trace = w3cTrace?.trace ?? googleTrace?.trace;
  if (trace === undefined) return {};
  // Google's header has the span's id as a decimal number, but the log needs 16 hexadecimal digits.
  const googleSpan = googleTrace?.span && BigInt(googleTrace.span).toString(16).padStart(16, "0");
  const span = w3cTrace?.span ?? googleSpan;
  // The lowest bit of W3C's flags says whether the trace is sampled.
  const isSampled = w3cTrace ? Number.parseInt(w3cTrace.flags!, 16) % 2 === 1 : googleTrace?.sampled === "1";
  return {
    "logging.googleapis.com/trace": `projects/${projectId()}/traces/${trace}`,
    ...(span && { "logging.googleapis.com/spanId": span }),
    "logging.googleapis.com/trace_sampled": isSampled,
  };
}

const REPORTED_ERROR_EVENT = "type.googleapis.com/google.devtools.clouderrorreporting.v1beta1.ReportedErrorEvent";

/** An unexpected error for Cloud Error Reporting, without its message, which may quote a user's text. */
export function errorReport(error: unknown, { method, url }: { method: string; url: string }): object {
  const { name, code, stack, message } = (error ?? {}) as Record<string, unknown>;
  const title = `${toIdentifier(name) ?? "Error"} ${toIdentifier(code) ?? ""}`.trim();
  return {
    severity: "ERROR",
    "@type": REPORTED_ERROR_EVENT,
    message: `unexpected ${title} in ${method} ${url}`,
    stack_trace: [title, ...stackFrames(stack, message)].join("\n"),
    // Cloud Run sets these variables; the emulator does not.
    serviceContext: { service: process.env.K_SERVICE || "api", version: process.env.K_REVISION || "local" },
    context: { httpRequest: { method, url, responseStatusCode: 500 } },
  };
}

/** Returns an error's name or code as text; `null` for anything longer or with spaces, which may be a user's text. */
function toIdentifier(value: unknown): string | null {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^[\w./-]{1,60}$/.test(text) ? text : null;
}

const MAX_STACK_FRAMES = 20;

/** The frames of a stack trace, without the error's message, whose lines may look like frames. */
function stackFrames(stack: unknown, message: unknown): string[] {
  if (typeof stack !== "string") return [];
  const messageStart = typeof message === "string" && message !== "" ? stack.indexOf(message) : -1;
  const withoutMessage = messageStart === -1 ? stack : stack.slice(messageStart + String(message).length);
  return withoutMessage
    .split("\n")
    .filter((line) => STACK_FRAME.test(line))
    .slice(0, MAX_STACK_FRAMES);
}

// An optional function name, then a file with line and column. After a function name the file is in brackets.
const STACK_FRAME = /^ {4}at (?:[^()]+ (?:\[as \S+\] )?\()?(?:file:|node:|\/|[A-Z]:\\)[^()\s]*:\d+:\d+\)?$/;
