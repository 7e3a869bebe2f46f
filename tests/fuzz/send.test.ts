import { once } from "node:events";
import http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { FuzzRequest } from "./requests.ts";
import { sendFuzzRequest } from "./send.ts";

const REQUEST: FuzzRequest = { sender: "guest", method: "GET", path: "/", headers: {}, body: null };

let origin: string;
/** Decides by the number of requests on a connection whether the server closes it instead of responding. */
let closesConnection: (requestsOnConnection: number) => boolean;
let requestCount: number;

const requestsBySocket = new WeakMap<Socket, number>();
const server = http.createServer(({ socket }, response) => {
  requestCount += 1;
  const requestsOnConnection = (requestsBySocket.get(socket) ?? 0) + 1;
  requestsBySocket.set(socket, requestsOnConnection);
  if (closesConnection(requestsOnConnection)) socket.destroy();
  else response.end("a response");
});

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  requestCount = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends a first request, whose connection is reused by the next request. */
async function openConnection(): Promise<void> {
  closesConnection = () => false;
  expect((await sendFuzzRequest(origin, REQUEST, null))?.body.toString()).toBe("a response");
  // The agent reuses a connection only from the next turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
}

it("a request whose reused connection is closed is sent again on a new connection", async () => {
  await openConnection();
  closesConnection = (requestsOnConnection) => requestsOnConnection > 1;
  expect((await sendFuzzRequest(origin, REQUEST, null))?.status).toBe(200);
  // One request opened the connection, and one was sent twice.
  expect(requestCount).toBe(3);
});

it("a request has no response if the new connection is closed too", async () => {
  await openConnection();
  closesConnection = () => true;
  expect(await sendFuzzRequest(origin, REQUEST, null)).toBeNull();
  expect(requestCount).toBe(3);
});
