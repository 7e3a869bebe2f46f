import { once } from "node:events";
import http, { type RequestListener } from "node:http";
import net, { type AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { ChatTarget } from "./chat-settings.ts";
import { type Network, postMessage } from "./post-message.ts";
import { isPublicAddress } from "./public-address.ts";

const URL_WITH_SECRET = new URL("https://hooks.example.org/a/secret-path?key=secret-key");
const REQUEST = { method: "POST", path: "", headers: { "x-extra": "1" }, body: '{"text":"é"}' } as const;
const NO_NETWORK: Network = {
  timeoutMs: 5_000,
  resolve: () => Promise.reject(new Error("No name may be looked up.")),
  isAllowed: () => false,
};

const servers: net.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    if (server instanceof http.Server) server.closeAllConnections();
    server.close();
  }
});

async function listen<T extends net.Server>(server: T, host = "127.0.0.1", port = 0): Promise<T> {
  servers.push(server);
  await once(server.listen(port, host), "listening");
  return server;
}

const portOf = (server: net.Server): number => (server.address() as AddressInfo).port;

/** A target whose messages get to a receiver on this machine. */
async function receivedBy(listener: RequestListener): Promise<ChatTarget> {
  const server = await listen(http.createServer(listener));
  return { service: "json", url: URL_WITH_SECRET, emulatorHost: `127.0.0.1:${portOf(server)}` };
}

const answer =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (request, response) =>
    request.resume().on("end", () => response.writeHead(status, headers).end("{}"));

describe("a message", () => {
  it("arrives with its path, headers and body", async () => {
    const received: unknown[] = [];
    const target = await receivedBy(async (request, response) => {
      const chunks = await request.toArray();
      received.push(request.method, request.url, request.headers["x-extra"], Buffer.concat(chunks).toString());
      received.push(request.headers.authorization);
      response.end();
    });
    expect(await postMessage({ ...target, token: "t1" }, { ...REQUEST, path: "/7" }, NO_NETWORK)).toEqual({
      result: "delivered",
    });
    expect(received).toEqual(["POST", "/a/secret-path/7?key=secret-key", "1", '{"text":"é"}', "Bearer t1"]);
  });

  it.each([
    [204, { result: "delivered" }],
    [400, { result: "refused", status: 400 }],
    [404, { result: "refused", status: 404 }],
    [408, { result: "unavailable", status: 408 }],
    [500, { result: "unavailable", status: 500 }],
    [503, { result: "unavailable", status: 503 }],
    [429, { result: "busy", status: 429 }],
  ])("is answered %d: %o", async (status, outcome) => {
    expect(await postMessage(await receivedBy(answer(status)), REQUEST, NO_NETWORK)).toEqual(outcome);
  });

  it.each([
    ["7", 7_000],
    ["0.25", 250],
    [new Date(Date.now() + 60_000).toUTCString(), expect.closeTo(60_000, -4)],
    [new Date(0).toUTCString(), 0],
    ["soon", undefined],
    ["-5", expect.any(Number)],
  ])("is to be sent again after %s", async (header, retryAfterMs) => {
    const target = await receivedBy(answer(429, { "retry-after": header }));
    expect((await postMessage(target, REQUEST, NO_NETWORK)).retryAfterMs).toEqual(retryAfterMs);
  });

  it.each([301, 302, 307, 308])("threat 50: is not sent on to where a redirect (%d) leads", async (status) => {
    let calls = 0;
    const other = await receivedBy((_, response) => {
      calls += 1;
      response.end();
    });
    const target = await receivedBy(answer(status, { location: `http://${other.emulatorHost}/` }));
    expect(await postMessage(target, REQUEST, NO_NETWORK)).toEqual({ result: "redirected", status });
    expect(calls).toBe(0);
  });

  it.each([
    ["never answers", () => {}],
    ["sends half of the head of its answer", (_, response) => response.socket!.write("HTTP/1.1 200 OK\r\nx-a: ")],
    [
      "sends its head byte by byte",
      (_, response) => {
        response.socket!.write("HTTP/1.1 200 OK\r\n");
        const timer = setInterval(() => response.socket!.write("x-a: b\r\n"), 10);
        response.socket!.on("close", () => clearInterval(timer));
      },
    ],
  ] satisfies [string, RequestListener][])("is given up in time if the service %s", async (_, listener) => {
    const target = await receivedBy(listener);
    expect(await postMessage(target, REQUEST, { ...NO_NETWORK, timeoutMs: 100 })).toEqual({ result: "slow" });
  });

  it("is delivered although the answer's body never ends, and the connection is closed", async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const target = await receivedBy((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("x".repeat(100_000)), 1);
      closed = once(response, "close").finally(() => clearInterval(timer));
    });
    expect(await postMessage(target, REQUEST, NO_NETWORK)).toEqual({ result: "delivered" });
    await closed;
  });

  it.each([
    ["nobody listens", (socket: net.Socket) => socket.destroy()],
    ["the answer is no HTTP", (socket: net.Socket) => socket.end("220 ready\r\n")],
    ["the answer's head has no end", (socket: net.Socket) => socket.write(`HTTP/1.1 200 OK\r\na: ${"x".repeat(1e6)}`)],
  ])("cannot be delivered if %s, and nothing of the address is in the outcome", async (_, onConnection) => {
    const server = await listen(net.createServer((socket) => onConnection(socket.on("error", () => {}))));
    const target: ChatTarget = { service: "json", url: URL_WITH_SECRET, emulatorHost: `127.0.0.1:${portOf(server)}` };
    expect(await postMessage(target, REQUEST, NO_NETWORK)).toEqual({ result: "unreachable" });
  });
});

describe("the name of the service", () => {
  // Two listeners on one port of two addresses of this machine see which one is connected to.
  async function startListeners() {
    const connections: string[] = [];
    const onConnection = (address: string) => (socket: net.Socket) => {
      connections.push(address);
      socket.destroy();
    };
    const first = await listen(net.createServer(onConnection("127.0.0.1")), "127.0.0.1");
    const port = portOf(first);
    await listen(net.createServer(onConnection("127.0.0.2")), "127.0.0.2", port);
    return { connections, target: { service: "json", url: new URL(`https://hooks.example.org:${port}/`) } as const };
  }
  const resolver = (answers: string[][]) => {
    let calls = 0;
    return {
      calls: () => calls,
      resolve: async () => (answers[calls++] ?? []).map((address) => ({ address, family: net.isIP(address) })),
    };
  };

  it.each([
    ["this machine", ["127.0.0.1"]],
    ["this machine, in IPv6", ["::1"]],
    ["this machine, mapped", ["::ffff:127.0.0.1"]],
    ["a public and a private address", ["8.8.8.8", "127.0.0.1"]],
    ["a private and a public address", ["127.0.0.1", "8.8.8.8"]],
    ["a cloud's metadata server", ["169.254.169.254"]],
    ["nothing", []],
  ])("threat 50: is not connected to if it leads to %s", async (_, addresses) => {
    const { connections, target } = await startListeners();
    const network = { timeoutMs: 2_000, resolve: resolver([addresses]).resolve, isAllowed: isPublicAddress };
    expect(await postMessage(target, REQUEST, network)).toEqual({ result: "private" });
    expect(connections).toEqual([]);
  });

  it("threat 50: is looked up once, and the address that was checked is connected to, whatever the DNS says next", async () => {
    const { connections, target } = await startListeners();
    const { calls, resolve } = resolver([["127.0.0.2"], ["127.0.0.1"]]);
    const network = { timeoutMs: 2_000, resolve, isAllowed: (address: string) => address === "127.0.0.2" };
    expect(await postMessage(target, REQUEST, network)).toEqual({ result: "unreachable" });
    expect(connections).toEqual(["127.0.0.2"]);
    expect(calls()).toBe(1);
    expect(await postMessage(target, REQUEST, network)).toEqual({ result: "private" });
    expect(connections).toEqual(["127.0.0.2"]);
  });

  it("is given up in time if the DNS never answers", async () => {
    const { target } = await startListeners();
    const network = { ...NO_NETWORK, timeoutMs: 100, resolve: () => new Promise<never>(() => {}) };
    expect(await postMessage(target, REQUEST, network)).toEqual({ result: "slow" });
  });

  it("leads nowhere if it cannot be looked up", async () => {
    const { target } = await startListeners();
    const resolve = () => Promise.reject(new Error("secret-path"));
    expect(await postMessage(target, REQUEST, { ...NO_NETWORK, resolve })).toEqual({ result: "unreachable" });
  });

  it("is that of this machine: it is not connected to, with the lookup of production", async () => {
    const { connections, target } = await startListeners();
    target.url.hostname = "localhost";
    expect(await postMessage(target, REQUEST)).toEqual({ result: "private" });
    expect(connections).toEqual([]);
  });
});
