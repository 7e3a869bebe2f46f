import { once } from "node:events";
import http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { FuzzRequest } from "./requests.ts";
import { send } from "./send.ts";

const REQUEST: FuzzRequest = { as: "nobody", method: "GET", path: "/", headers: {}, body: null };

let origin: string;
/** Whether the server ends a connection instead of answering, by how often it has been used. */
let ends: (used: number) => boolean;
let asked: number;

const used = new WeakMap<Socket, number>();
const server = http.createServer(({ socket }, response) => {
  asked += 1;
  used.set(socket, (used.get(socket) ?? 0) + 1);
  if (ends(used.get(socket)!)) socket.destroy();
  else response.end("an answer");
});

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Leaves an open keep-alive connection behind. */
async function answered(): Promise<void> {
  ends = () => false;
  expect((await send(origin, REQUEST, null))?.body.toString()).toBe("an answer");
  // A connection is reusable from the next event loop turn on.
  await new Promise((next) => setImmediate(next));
}

it("a request on a kept connection that has just been closed is sent once more, on a new one", async () => {
  await answered();
  ends = (times) => times > 1;
  expect((await send(origin, REQUEST, null))?.status).toBe(200);
  expect(asked).toBe(3);
});

it("a request whose new connection is ended has no answer", async () => {
  await answered();
  ends = () => true;
  expect(await send(origin, REQUEST, null)).toBeNull();
  expect(asked).toBe(3);
});
