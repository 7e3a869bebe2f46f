import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { TimeoutError } from "./timeout.ts";

/** What is asked. A `repeatable` request may be sent twice without harm. */
export interface Asked {
  method: "GET" | "POST";
  headers: Record<string, string>;
  body: string | undefined;
  repeatable: boolean;
}

/** A whole answer. */
export interface Answered {
  status: number;
  text: string;
}

// An instance takes up to 80 calls at a time.
const CONNECTIONS = { keepAlive: true, maxSockets: 128 };
const plain = { request: http.request, agent: new http.Agent(CONNECTIONS) };
const secure = { request: https.request, agent: new https.Agent(CONNECTIONS) };

/** The longest that a connection may have been idle to be used again, as with `fetch`: whoever closes them waits longer. */
const IDLE_MS = 4_000;
const idleSince = new WeakMap<Socket, number>();
for (const { agent } of [plain, secure]) agent.on("free", (socket: Socket) => idleSince.set(socket, Date.now()));

/**
 * One HTTP request over a kept connection, and its whole answer; rejects when that has not come within `withinMs`. By
 * Node's own client, for `fetch` takes about three times as much work.
 *
 * The other side may close a kept connection just as it is used again. What is repeatable is then sent once more, over a
 * connection of its own. What is not may have been done, which nobody can tell.
 */
export function exchange(url: string, asked: Asked, withinMs: number): Promise<Answered> {
  const { request, agent } = url.startsWith("https:") ? secure : plain;
  dropIdle(agent);
  return new Promise((resolve, reject) => {
    let over = false;
    let sent = send(agent);
    const timer = setTimeout(() => {
      over = true;
      sent.destroy();
      reject(new TimeoutError("No answer in time."));
    }, withinMs);

    function send(by: http.Agent | false): ClientRequest {
      const { method, headers, body, repeatable } = asked;
      let answers = false;
      const sending = request(url, { method, headers, agent: by }, (response) => {
        answers = true;
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", fail);
        response.on("end", () => {
          clearTimeout(timer);
          resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString() });
        });
      });
      sending.on("error", (error) => {
        const closedMeanwhile = sending.reusedSocket && !answers && !over;
        if (closedMeanwhile && repeatable) sent = send(false);
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
 * The answer to a GET over a connection of its own, its body still to be read. Rejects when none comes within `withinMs`;
 * the body fails when it has not ended by then, or is cut short.
 */
export function download(url: string, headers: Record<string, string>, withinMs: number): Promise<IncomingMessage> {
  const { request } = url.startsWith("https:") ? secure : plain;
  return new Promise((resolve, reject) => {
    const sending = request(url, { headers, agent: false, signal: AbortSignal.timeout(withinMs) }, resolve);
    // What goes wrong within the body is said here too, and an error that nobody hears would end the process.
    sending.on("error", reject);
    sending.end();
  });
}

// Not by the agents' own timeout: in production an instance's clock does not run between calls, so the timer of a
// connection that was closed long ago may be due only after it was used again.
function dropIdle({ freeSockets }: http.Agent): void {
  const oldest = Date.now() - IDLE_MS;
  for (const sockets of Object.values(freeSockets))
    for (const socket of sockets ?? []) if (idleSince.get(socket)! < oldest) socket.destroy();
}
