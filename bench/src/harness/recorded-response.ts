import type { IncomingHttpHeaders } from "node:http";

/** An answer as the limit gives it again. `body` is base64 of what went over the wire, packed or not. */
export interface RecordedResponse {
  headers: Record<string, string>;
  body: string;
}

// Node writes these for every answer anew.
const BY_NODE = new Set(["connection", "keep-alive", "date", "content-length", "transfer-encoding"]);

/** What the real function answered, to be given again. */
export function recordResponse(headers: IncomingHttpHeaders, body: Buffer): RecordedResponse {
  const kept = Object.entries(headers).filter(([name]) => !BY_NODE.has(name));
  return { headers: Object.fromEntries(kept) as Record<string, string>, body: body.toString("base64") };
}
