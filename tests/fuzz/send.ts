import { once } from "node:events";
import http from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { FuzzRequest } from "./requests.ts";

export interface FuzzResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

const keepAliveAgent = new http.Agent({ keepAlive: true, maxSockets: 64 });
const RESPONSE_TIMEOUT_MS = 10_000;

/**
 * Sends a request. Returns `null` if the connection closes without a response; throws after a timeout. If a reused
 * connection was closed before the response, the request is sent again on a new one.
 */
export async function send(origin: string, request: FuzzRequest, token: string | null): Promise<FuzzResponse | null> {
  const first = await sendWith(keepAliveAgent, origin, request, token);
  if (first.response !== null || !first.isReused || request.cut !== undefined) return first.response;
  return (await sendWith(false, origin, request, token)).response;
}

async function sendWith(
  agent: http.Agent | false,
  origin: string,
  request: FuzzRequest,
  token: string | null,
): Promise<{ response: FuzzResponse | null; isReused: boolean }> {
  const { hostname, port } = new URL(origin);
  const { method, path, cut = 0 } = request;
  const body = request.body === null ? null : Buffer.from(request.body as string);
  const headers: Record<string, string> = { ...(token && { authorization: `Bearer ${token}` }), ...request.headers };
  if (body !== null) headers["content-length"] = String(body.length);
  const outgoing = http.request({ agent, hostname, port, method, path, headers });
  const closed = once(outgoing, "close").then(() => null);
  const head = once(outgoing, "response") as Promise<[http.IncomingMessage]>;
  let hasHead = false;
  const noResponse = () => ({ response: null, isReused: outgoing.reusedSocket && !hasHead });
  try {
    if (cut === 0) outgoing.end(body ?? undefined);
    else outgoing.write(body!.subarray(0, body!.length - cut), () => outgoing.destroy());
    const first = await Promise.race([head, closed, pause(RESPONSE_TIMEOUT_MS, "timeout" as const, { ref: false })]);
    if (first === "timeout") throw new Error(`No response within ${RESPONSE_TIMEOUT_MS} ms.`);
    if (first === null) return noResponse();
    hasHead = true;
    const [incoming] = first;
    const response = {
      status: incoming.statusCode!,
      headers: incoming.headers,
      body: Buffer.concat(await incoming.toArray()),
    };
    return { response, isReused: false };
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).code === "string") return noResponse();
    throw error;
  }
}
