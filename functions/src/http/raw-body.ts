import http, { type IncomingMessage, type RequestListener } from "node:http";
import type { Failure } from "@logbook/domain";
import { type RawBody, sizeProblem } from "./parse.ts";
import { failure } from "./response.ts";

/*
 * Google's functions framework reads requests before our code does: it parses JSON, answers invalid JSON with its own
 * page and logs a part of the body, decompresses up to 1 GB, and buffers 32 MB. What it does depends on the path and the
 * headers, so these are changed before the framework sees them (docs/decisions/0020-requests-bodies-and-log.md).
 */

interface OriginalRequest {
  contentType: string | undefined;
  problem: Failure | null;
}

const originals = new WeakMap<IncomingMessage, OriginalRequest>();

const ENCODED = failure("unsupported-type", "Please send the body as it is, without Content-Encoding.");

/** Replaces every path that cannot be decoded. */
export const UNDECODABLE_PATH = "/api/not-well-formed";

// The framework must parse the bodies of event deliveries, which only the platform can send.
const EVENT_SIGNATURES = new Set<string | undefined>(["event", "cloudevent"]);

/**
 * Makes all HTTP servers created after this call keep bodies unparsed and ignore large ones. This holds for every path,
 * because one path can be spelled in several ways (`/api`, `/%61pi`). Changes nothing in a process that receives events.
 */
export function keepBodiesUnparsed(): void {
  if (EVENT_SIGNATURES.has(process.env.FUNCTION_SIGNATURE_TYPE)) return;
  const { createServer } = http;
  http.createServer = ((...args: unknown[]) => {
    const listener = args.pop() as RequestListener;
    const wrapped: RequestListener = (request, response) => {
      keepBodyUnparsed(request);
      listener(request, response);
    };
    return (createServer as (...all: unknown[]) => http.Server)(...args, wrapped);
  }) as typeof createServer;
}

function keepBodyUnparsed(request: IncomingMessage): void {
  if (!isDecodable(request.url ?? "")) request.url = UNDECODABLE_PATH;
  const { headers } = request;
  const { "content-type": contentType, "content-encoding": encoding = "identity", "content-length": length } = headers;
  const problem = encoding !== "identity" ? ENCODED : sizeProblem(Number(length ?? 0));
  originals.set(request, { contentType, problem });
  delete headers["content-encoding"];
  if (problem === null) headers["content-type"] = "application/octet-stream";
  else {
    // Without these headers the framework reads no body; Node discards it after the response.
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
  const { contentType, problem } = originals.get(request) ?? {
    contentType: request.headers["content-type"],
    problem: null,
  };
  // The framework sets `rawBody` only if there is a body.
  const { rawBody: bytes } = request as { rawBody?: Uint8Array };
  return problem ?? sizeProblem(bytes?.byteLength ?? 0) ?? { contentType, bytes };
}
