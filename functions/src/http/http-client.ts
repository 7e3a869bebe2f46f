import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { TimeoutError } from "./timeout.ts";

interface HttpRequest {
  method: "GET" | "POST";
  headers: Record<string, string>;
  body: string | undefined;
  isIdempotent: boolean;
}

export interface HttpResponse {
  status: number;
  text: string;
}

// 128 connections are enough, because an instance of the function handles up to 80 calls at a time.
const KEEP_ALIVE = { keepAlive: true, maxSockets: 128 };
const httpTransport = { request: http.request, agent: new http.Agent(KEEP_ALIVE) };
const httpsTransport = { request: https.request, agent: new https.Agent(KEEP_ALIVE) };

/**
 * A longer response is given up, so that no stored data can fill the memory of an instance (1 GiB). Firestore's longest
 * documents, 50 of them, are shorter.
 */
export const MAX_RESPONSE_BYTES = 64 * 1024 ** 2;

/** A connection that was idle for longer than this is not reused. Servers close idle connections later than this. */
const MAX_IDLE_MS = 4_000;
const idleSince = new WeakMap<Socket, number>();
for (const { agent } of [httpTransport, httpsTransport])
  agent.on("free", (socket: Socket) => idleSince.set(socket, Date.now()));

/**
 * Sends a request and reads the whole response, up to `MAX_RESPONSE_BYTES`; rejects if it is longer, and with a
 * `TimeoutError` after `timeoutMs`. If the server closes a
 * reused connection, the request may have been executed, so only an idempotent one is sent again, over a new
 * connection. This client takes a third of the time of `fetch`; decision 42 compares this client with a library.
 */
export function sendRequest(url: string, httpRequest: HttpRequest, timeoutMs: number): Promise<HttpResponse> {
  const transport = url.startsWith("https:") ? httpsTransport : httpTransport;
  destroyIdleConnections(transport.agent);
  return new Promise((resolve, reject) => {
    let hasTimedOut = false;
    let lastRequest = send(transport.agent);
    const timer = setTimeout(() => {
      hasTimedOut = true;
      lastRequest.destroy();
      reject(new TimeoutError("No response in time."));
    }, timeoutMs);

    /** Sends the request, over a new connection if `agent` is `false`. */
    function send(agent: http.Agent | false): ClientRequest {
      const { method, headers, body, isIdempotent } = httpRequest;
      let hasResponse = false;
      const clientRequest = transport.request(url, { method, headers, agent }, (response) => {
        hasResponse = true;
        const chunks: Buffer[] = [];
        let length = 0;
        response.on("data", (chunk: Buffer) => {
          length += chunk.length;
          if (length > MAX_RESPONSE_BYTES) response.destroy(new Error("The response is too long."));
          else chunks.push(chunk);
        });
        response.on("error", fail);
        response.on("end", () => {
          clearTimeout(timer);
          resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString() });
        });
      });
      clientRequest.on("error", (error) => {
        // The timeout's `destroy` causes an error too, after which the request must not be sent again.
        const lostReusedConnection = clientRequest.reusedSocket && !hasResponse && !hasTimedOut;
        if (lostReusedConnection && isIdempotent) lastRequest = send(false);
        else fail(error);
      });
      clientRequest.end(body);
      return clientRequest;
    }

    function fail(error: unknown): void {
      clearTimeout(timer);
      reject(error);
    }
  });
}

/** Sends a GET over a new connection. Returns the response at once; its body must have arrived within `timeoutMs`. */
export function download(url: string, headers: Record<string, string>, timeoutMs: number): Promise<IncomingMessage> {
  const { request } = url.startsWith("https:") ? httpsTransport : httpTransport;
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, { headers, agent: false, signal: AbortSignal.timeout(timeoutMs) }, resolve);
    // Node also emits errors of the body on the request. Without this listener they would end the process.
    clientRequest.on("error", reject);
    clientRequest.end();
  });
}

// The agents' own option `timeout` would not help, because Cloud Run pauses an instance between calls: the agents'
// timers may fire only after a request has reused a closed connection.
function destroyIdleConnections({ freeSockets }: http.Agent): void {
  const reusableSince = Date.now() - MAX_IDLE_MS;
  const sockets = Object.values(freeSockets).flatMap((socketsOfHost) => socketsOfHost ?? []);
  for (const socket of sockets) if (idleSince.get(socket)! < reusableSince) socket.destroy();
}
