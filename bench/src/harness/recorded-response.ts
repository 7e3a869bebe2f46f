import type { IncomingHttpHeaders } from "node:http";

/** A response of the real function, which the limit repeats. `body` is the sent bytes in base64, compressed or not. */
export interface RecordedResponse {
  headers: Record<string, string>;
  body: string;
}

// Node adds these headers to every response itself.
const HEADERS_OF_NODE = new Set(["connection", "keep-alive", "date", "content-length", "transfer-encoding"]);

export function recordResponse(headers: IncomingHttpHeaders, body: Buffer): RecordedResponse {
  const recorded = Object.entries(headers).filter(([name]) => !HEADERS_OF_NODE.has(name));
  return { headers: Object.fromEntries(recorded) as Record<string, string>, body: body.toString("base64") };
}
