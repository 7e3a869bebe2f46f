import http, { type IncomingMessage, type RequestListener } from "node:http";
import type { Failure } from "@logbook/domain";
import { type RawBody, sizeProblem } from "./parse.ts";
import { failure } from "./response.ts";

/*
 * Google's functions framework reads requests before our code does: it parses JSON, answers invalid JSON with its own
 * page and logs a part of the body, decompresses up to 1 GB, and buffers 32 MB. Path and headers decide what it does,
 * so this file changes both before the framework sees them (docs/decisions/0020-requests-bodies-and-log.md).
 */

/** The content type of each request, and the reason to refuse its body, both from the original headers. */
const originalHeaders = new WeakMap<IncomingMessage, { contentType: string | undefined; problem: Failure | null }>();

const ENCODED_BODY = failure("unsupported-type", "Please send the body as it is, without Content-Encoding.");

/** Replaces each path that cannot be decoded: the framework would refuse it with its own page. app.ts answers it. */
export const UNDECODABLE_PATH = "/api/not-well-formed";

// The framework must parse the bodies of events. Only Google can send events.
const EVENT_SIGNATURES = new Set<string | undefined>(["event", "cloudevent"]);

/**
 * Makes all HTTP servers created after this call keep bodies unparsed and ignore large bodies. This applies to every
 * path, because one path can be spelled in several ways (`/api`, `/%61pi`). A process for events is not changed.
 */
export function keepBodiesUnparsed(): void {
  if (EVENT_SIGNATURES.has(process.env.FUNCTION_SIGNATURE_TYPE)) return;
  const originalCreateServer = http.createServer as (...args: unknown[]) => http.Server;
  http.createServer = ((...args: unknown[]) => {
    const listener = args.pop() as RequestListener;
    const wrappedListener: RequestListener = (request, response) => {
      keepBodyUnparsed(request);
      listener(request, response);
    };
    return originalCreateServer(...args, wrappedListener);
  }) as typeof http.createServer;
}

function keepBodyUnparsed(request: IncomingMessage): void {
  if (!isDecodable(request.url ?? "")) request.url = UNDECODABLE_PATH;
  const { headers } = request;
  const isEncoded = (headers["content-encoding"] ?? "identity") !== "identity";
  const problem = isEncoded ? ENCODED_BODY : sizeProblem(Number(headers["content-length"] ?? 0));
  originalHeaders.set(request, { contentType: headers["content-type"], problem });
  delete headers["content-encoding"];
  if (problem === null) headers["content-type"] = "application/octet-stream";
  else {
    // Without these headers the framework reads no body, and Node discards the body after the response.
    delete headers["content-length"];
    delete headers["transfer-encoding"];
  }
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split("?")[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

/** The unparsed body of a request, or the reason why it is refused. */
export function bodyOf(request: IncomingMessage): RawBody | Failure {
  // Without keepBodiesUnparsed(), as in unit tests, the request still has its original headers.
  const { contentType, problem } = originalHeaders.get(request) ?? {
    contentType: request.headers["content-type"],
    problem: null,
  };
  // The framework sets `rawBody` only if there is a body.
  const bytes = (request as { rawBody?: Uint8Array }).rawBody;
  return problem ?? sizeProblem(bytes?.byteLength ?? 0) ?? { contentType, bytes };
}
