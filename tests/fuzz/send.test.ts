import { once } from "node:events";
import http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { FuzzRequest } from "./requests.ts";
import { send } from "./send.ts";

const REQUEST: FuzzRequest = { as: "guest", method: "GET", path: "/", headers: {}, body: null };

let origin: string;
/** Whether the server closes a connection instead of responding, given the number of requests on that connection. */
let closesConnection: (count: number) => boolean;
let requests: number;

const requestsOn = new WeakMap<Socket, number>();
const server = http.createServer(({ socket }, response) => {
  requests += 1;
  const count = (requestsOn.get(socket) ?? 0) + 1;
  requestsOn.set(socket, count);
  if (closesConnection(count)) socket.destroy();
  else response.end("a response");
});

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  requests = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function openConnection(): Promise<void> {
  closesConnection = () => false;
  expect((await send(origin, REQUEST, null))?.body.toString()).toBe("a response");
  // The agent reuses a connection only from the next turn of the event loop.
  await new Promise((next) => setImmediate(next));
}

it("a request on a reused connection that has just been closed is sent once more on a new one", async () => {
  await openConnection();
  closesConnection = (count) => count > 1;
  expect((await send(origin, REQUEST, null))?.status).toBe(200);
  expect(requests).toBe(3);
});

it("a request has no response if its new connection is closed too", async () => {
  await openConnection();
  closesConnection = () => true;
  expect(await send(origin, REQUEST, null)).toBeNull();
  expect(requests).toBe(3);
});
