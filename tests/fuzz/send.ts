import { once } from "node:events";
import http from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { patient } from "../support/patience.ts";
import type { FuzzRequest } from "./requests.ts";

export interface FuzzResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

const keepAliveAgent = new http.Agent({ keepAlive: true, maxSockets: 64 });
const RESPONSE_TIMEOUT_MS = patient(10_000);

/**
 * Sends a request. Returns `null` if the connection closes without a response; throws after a timeout. The server may
 * close an idle connection at any time. A request that gets no response on a reused connection is therefore sent again,
 * except with `omittedBytes`: such a request closes the connection itself.
 */
export async function sendFuzzRequest(
  origin: string,
  request: FuzzRequest,
  token: string | null,
): Promise<FuzzResponse | null> {
  const firstAttempt = await sendOnce(keepAliveAgent, origin, request, token);
  if (firstAttempt.response !== null || !firstAttempt.reusedConnectionClosed || request.omittedBytes !== undefined)
    return firstAttempt.response;
  // Without an agent, Node opens a new connection.
  const secondAttempt = await sendOnce(false, origin, request, token);
  return secondAttempt.response;
}

interface Attempt {
  response: FuzzResponse | null;
  /** Whether the connection had been used before, and closed without a response. */
  reusedConnectionClosed: boolean;
}

async function sendOnce(
  agent: http.Agent | false,
  origin: string,
  request: FuzzRequest,
  token: string | null,
): Promise<Attempt> {
  const { hostname, port } = new URL(origin);
  const { method, path, omittedBytes = 0 } = request;
  const body = request.body === null ? null : Buffer.from(request.body as string);
  const headers: Record<string, string> = { ...(token && { authorization: `Bearer ${token}` }), ...request.headers };
  if (body !== null) headers["content-length"] = String(body.length);
  const outgoing = http.request({ agent, hostname, port, method, path, headers });
  const closed = once(outgoing, "close").then(() => null);
  const responded = once(outgoing, "response") as Promise<[http.IncomingMessage]>;
  const timedOut = pause(RESPONSE_TIMEOUT_MS, "timeout" as const, { ref: false });
  let hasResponseBegun = false;
  const noResponse = (): Attempt => ({
    response: null,
    reusedConnectionClosed: outgoing.reusedSocket && !hasResponseBegun,
  });
  try {
    if (omittedBytes === 0) outgoing.end(body ?? undefined);
    else outgoing.write(body!.subarray(0, body!.length - omittedBytes), () => outgoing.destroy());
    const firstEvent = await Promise.race([responded, closed, timedOut]);
    if (firstEvent === "timeout") throw new Error(`No response within ${RESPONSE_TIMEOUT_MS} ms.`);
    if (firstEvent === null) return noResponse();
    hasResponseBegun = true;
    const [incoming] = firstEvent;
    const response = {
      status: incoming.statusCode!,
      headers: incoming.headers,
      body: Buffer.concat(await incoming.toArray()),
    };
    return { response, reusedConnectionClosed: false };
  } catch (error) {
    // Errors of the connection have a code.
    if (typeof (error as NodeJS.ErrnoException).code === "string") return noResponse();
    throw error;
  }
}
