import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { TimeoutError } from "./timeout.ts";

/** An outgoing request. If it is idempotent, it may be sent twice. */
export interface HttpRequest {
  method: "GET" | "POST";
  headers: Record<string, string>;
  body: string | undefined;
  isIdempotent: boolean;
}

/** A complete response. */
export interface HttpResponse {
  status: number;
  text: string;
}

// 128 connections are enough, because an instance handles up to 80 calls at a time.
const KEEP_ALIVE = { keepAlive: true, maxSockets: 128 };
const overHttp = { request: http.request, agent: new http.Agent(KEEP_ALIVE) };
const overHttps = { request: https.request, agent: new https.Agent(KEEP_ALIVE) };

/** A connection that was idle for longer is not reused. Servers keep idle connections open for longer than this. */
const MAX_IDLE_MS = 4_000;
const idleSince = new WeakMap<Socket, number>();
for (const { agent } of [overHttp, overHttps]) agent.on("free", (socket: Socket) => idleSince.set(socket, Date.now()));

/**
 * Sends a request over a keep-alive connection and reads the whole response. Rejects with a `TimeoutError` after
 * `timeoutMs`. The server may close an idle connection at the moment it is reused: then an idempotent request is sent
 * once more, over a new connection. Any other request fails, because the server may have executed it. This client takes
 * a third of the time of `fetch`; decision 42 compares it with a library.
 */
export function sendRequest(url: string, httpRequest: HttpRequest, timeoutMs: number): Promise<HttpResponse> {
  const { request, agent } = url.startsWith("https:") ? overHttps : overHttp;
  destroyIdleConnections(agent);
  return new Promise((resolve, reject) => {
    let hasTimedOut = false;
    let current = send(agent);
    const timer = setTimeout(() => {
      hasTimedOut = true;
      current.destroy();
      reject(new TimeoutError("No response in time."));
    }, timeoutMs);

    function send(usedAgent: http.Agent | false): ClientRequest {
      const { method, headers, body, isIdempotent } = httpRequest;
      let hasResponse = false;
      const sending = request(url, { method, headers, agent: usedAgent }, (response) => {
        hasResponse = true;
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", fail);
        response.on("end", () => {
          clearTimeout(timer);
          resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString() });
        });
      });
      sending.on("error", (error) => {
        const wasStale = sending.reusedSocket && !hasResponse && !hasTimedOut;
        if (wasStale && isIdempotent) current = send(false);
        else fail(error);
      });
      sending.end(body);
      return sending;
    }

    function fail(error: unknown): void {
      clearTimeout(timer);
      reject(error);
    }
  });
}

/**
 * Sends a GET over a new connection and returns the response before its body has been read. Rejects when no response
 * comes within `timeoutMs`. Reading the body fails when it has not ended by then or is incomplete.
 */
export function download(url: string, headers: Record<string, string>, timeoutMs: number): Promise<IncomingMessage> {
  const { request } = url.startsWith("https:") ? overHttps : overHttp;
  return new Promise((resolve, reject) => {
    const sending = request(url, { headers, agent: false, signal: AbortSignal.timeout(timeoutMs) }, resolve);
    // Errors while the body is read are emitted here too; without a listener they would end the process.
    sending.on("error", reject);
    sending.end();
  });
}

// The agents' `timeout` is of no use: between calls an instance is paused, so the timer may fire too late, after a
// connection that the server has closed was reused.
function destroyIdleConnections({ freeSockets }: http.Agent): void {
  const oldest = Date.now() - MAX_IDLE_MS;
  for (const sockets of Object.values(freeSockets))
    for (const socket of sockets ?? []) if (idleSince.get(socket)! < oldest) socket.destroy();
}
