import type { IncomingHttpHeaders } from "node:http";

/** A response of the real function. The minimal function (`limit.ts`), the fastest that is possible, sends it again. */
export interface RecordedResponse {
  headers: Record<string, string>;
  /** The sent bytes, compressed or not, in Base64. */
  body: string;
}

// Node adds these headers to every response itself.
const HEADERS_OF_NODE = new Set(["connection", "keep-alive", "date", "content-length", "transfer-encoding"]);

export function recordResponse(headers: IncomingHttpHeaders, body: Buffer): RecordedResponse {
  const recordedHeaders = Object.entries(headers).filter(([name]) => !HEADERS_OF_NODE.has(name));
  return { headers: Object.fromEntries(recordedHeaders) as Record<string, string>, body: body.toString("base64") };
}
