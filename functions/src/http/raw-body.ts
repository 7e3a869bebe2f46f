import http, { type IncomingMessage, type RequestListener } from "node:http";
import type { Failure } from "@logbook/domain";
import { failure } from "./answer.ts";
import { type RawBody, sizeProblem } from "./parse.ts";

/*
 * The platform reads requests before our code runs: it parses JSON, answers what it cannot parse with a page of its own
 * and writes a piece of it to the log, unpacks what is packed up to 1 GB, and holds 32 MB for whoever sends them. It does
 * so by address and headers, so these are changed before it looks (docs/decisions/0020-requests-bodies-and-log.md).
 */

interface Arrived {
  contentType: string | undefined;
  refused: Failure | null;
}

const arrived = new WeakMap<IncomingMessage, Arrived>();

const PACKED = failure("unsupported-type", "Please send the body as it is, without Content-Encoding.");

/** The address that stands for all that cannot be decoded. */
export const UNDECODABLE = "/api/not-well-formed";

/** The platform's word for what a process is for that takes events: these it has to read, and nobody else may send any. */
const EVENTS = new Set<string | undefined>(["event", "cloudevent"]);

/**
 * From now on, servers made in this process leave bodies as they came, and large ones unread: at every address, for
 * anybody may ask for any, and in more than one form. In a process that takes events nothing is changed.
 */
export function leaveBodiesAlone(): void {
  if (EVENTS.has(process.env.FUNCTION_SIGNATURE_TYPE)) return;
  const { createServer } = http;
  http.createServer = ((...args: unknown[]) => {
    const listener = args.pop() as RequestListener;
    const first: RequestListener = (request, response) => {
      leaveAlone(request);
      listener(request, response);
    };
    return (createServer as (...all: unknown[]) => http.Server)(...args, first);
  }) as typeof createServer;
}

function leaveAlone(request: IncomingMessage): void {
  if (!isDecodable(request.url ?? "")) request.url = UNDECODABLE;
  const { headers } = request;
  const { "content-type": contentType, "content-encoding": encoding = "identity", "content-length": length } = headers;
  const refused = encoding !== "identity" ? PACKED : sizeProblem(Number(length ?? 0));
  arrived.set(request, { contentType, refused });
  delete headers["content-encoding"];
  if (refused === null) headers["content-type"] = "application/octet-stream";
  else {
    // Without these there is no body to be read; Node lets it go by once the answer is sent.
    delete headers["content-length"];
    delete headers["transfer-encoding"];
  }
}

function isDecodable(address: string): boolean {
  try {
    decodeURIComponent(address.split("?")[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

/** The body of a request as it came, or why it is not taken. */
export function bodyOf(request: IncomingMessage): RawBody | Failure {
  const { contentType, refused } = arrived.get(request) ?? {
    contentType: request.headers["content-type"],
    refused: null,
  };
  // The platform leaves the field out when there was none.
  const { rawBody: bytes } = request as { rawBody?: Uint8Array };
  return refused ?? sizeProblem(bytes?.byteLength ?? 0) ?? { contentType, bytes };
}
