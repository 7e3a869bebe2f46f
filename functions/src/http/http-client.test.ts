import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { download, type HttpResponse, sendRequest } from "./http-client.ts";

let server: Server;
let connections: number;
let requests: number;
let respond: RequestListener;

const fine: RequestListener = (_request, response) => response.end("fine");

beforeEach(async () => {
  [connections, requests] = [0, 0];
  respond = fine;
  server = createServer((request, response) => {
    requests += 1;
    respond(request, response);
  });
  server.on("connection", () => {
    connections += 1;
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

function send({ isIdempotent = true, timeoutMs = 10_000 } = {}): Promise<HttpResponse> {
  const { port } = server.address() as AddressInfo;
  const httpRequest = { method: "POST", headers: {}, body: "something", isIdempotent } as const;
  return sendRequest(`http://127.0.0.1:${port}/`, httpRequest, timeoutMs);
}

async function waitUntilClosed(socket: Socket): Promise<void> {
  if (!socket.closed) await once(socket, "close");
}

describe("a request", () => {
  it("is sent unchanged and returns status and text, whatever the status", async () => {
    const { port } = server.address() as AddressInfo;
    respond = async (request, response) => {
      const { method, url, headers } = request;
      const body = Buffer.concat(await request.toArray()).toString();
      response.writeHead(418).end(JSON.stringify({ method, url, some: headers.some, body }));
    };
    const httpRequest = { method: "POST", headers: { some: "header" }, body: "Grüße 🐞", isIdempotent: false } as const;
    const { status, text } = await sendRequest(`http://127.0.0.1:${port}/a/(b):c?d=e`, httpRequest, 10_000);
    expect(status).toBe(418);
    expect(JSON.parse(text)).toEqual({ method: "POST", url: "/a/(b):c?d=e", some: "header", body: "Grüße 🐞" });
  });

  it("returns the whole text when it arrives byte by byte", async () => {
    const text = "Grüße 🐞 ".repeat(50);
    respond = (_request, response) => {
      for (const byte of Buffer.from(text)) response.write(Buffer.of(byte));
      response.end();
    };
    expect(await send()).toEqual({ status: 200, text });
  });

  it.each<[string, RequestListener]>([
    ["before a response", () => {}],
    ["within the response", (_request, response) => void response.write("half")],
  ])("fails when it times out %s, and is not sent again", async (_when, silent) => {
    await send();
    let socket: Socket | undefined;
    respond = (request, response) => {
      socket = request.socket;
      silent(request, response);
    };
    await expect(send({ timeoutMs: 50 })).rejects.toThrow("No response in time.");
    await waitUntilClosed(socket!);
    respond = fine;
    // If the request had been sent again, it would have arrived before the second of these two.
    for (let count = 0; count < 2; count += 1) await send();
    expect(requests).toBe(4);
  });

  it.each<[string, RequestListener]>([
    ["before a response", (request) => request.socket.destroy()],
    ["within the response", (_request, response) => response.write("half", () => response.destroy())],
    [
      "within a response of known length",
      (request, response) => {
        response.writeHead(200, { "content-length": 10 }).write("half", () => request.socket.end());
      },
    ],
  ])("fails when the connection is cut %s", async (_when, cut) => {
    respond = cut;
    await expect(send()).rejects.toThrow();
    expect(requests).toBe(1);
  });

  it("clears its timer", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await send();
    respond = (request) => request.socket.destroy();
    await expect(send({ isIdempotent: false })).rejects.toThrow();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("fails when the server does not listen", async () => {
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const httpRequest = { method: "GET", headers: {}, body: undefined, isIdempotent: true } as const;
    await expect(sendRequest(`http://127.0.0.1:${port}/`, httpRequest, 10_000)).rejects.toThrow("ECONNREFUSED");
  });
});

describe("a connection", () => {
  it("is reused", async () => {
    for (let count = 0; count < 3; count += 1) await send();
    expect(connections).toBe(1);
  });

  it("is one of at most 128; further requests wait", async () => {
    await Promise.all(Array.from({ length: 200 }, () => send()));
    expect([connections, requests]).toEqual([128, 200]);
  });

  it.each([
    [3_999, 1],
    [4_001, 2],
  ])("that was idle for %i ms is reused or replaced, so %i connections have been opened", async (idleMs, opened) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await send();
    vi.setSystemTime(Date.now() + idleMs);
    await send();
    expect(connections).toBe(opened);
  });

  describe("closed by the server just as it is reused", () => {
    const OPEN_CONNECTIONS = 2;

    beforeEach(async () => {
      await Promise.all(Array.from({ length: OPEN_CONNECTIONS }, () => send()));
      requests = 0;
      respond = (request, response) => {
        if (connections === OPEN_CONNECTIONS) request.socket.destroy();
        else fine(request, response);
      };
    });

    it("does not fail an idempotent request, which is sent over a new connection", async () => {
      expect(await send()).toEqual({ status: 200, text: "fine" });
      expect([connections, requests]).toEqual([OPEN_CONNECTIONS + 1, 2]);
    });

    it("fails a request that may have been executed", async () => {
      await expect(send({ isIdempotent: false })).rejects.toThrow();
      expect([connections, requests]).toEqual([OPEN_CONNECTIONS, 1]);
    });

    it("fails an idempotent request too when the new connection is closed as well", async () => {
      respond = (request) => request.socket.destroy();
      await expect(send()).rejects.toThrow();
      expect([connections, requests]).toEqual([OPEN_CONNECTIONS + 1, 2]);
    });

    it("fails an idempotent request too when its response has begun", async () => {
      respond = (request, response) => {
        response.write("half", () => request.socket.end("no length of a chunk\r\n"));
      };
      await expect(send()).rejects.toThrow("Parse Error");
      expect([connections, requests]).toEqual([OPEN_CONNECTIONS, 1]);
    });

    it("does not extend the timeout of an idempotent request", async () => {
      const silent = new Promise<Socket>((resolve) => {
        respond = ({ socket }) => {
          if (connections === OPEN_CONNECTIONS) socket.destroy();
          else resolve(socket);
        };
      });
      await expect(send({ timeoutMs: 50 })).rejects.toThrow("No response in time.");
      await waitUntilClosed(await silent);
    });
  });
});

describe("a download", () => {
  const get = (timeoutMs = 10_000) => {
    const { port } = server.address() as AddressInfo;
    return download(`http://127.0.0.1:${port}/some/file?alt=media`, { some: "header" }, timeoutMs);
  };

  it("returns the response, whatever its status, over a new connection", async () => {
    await send();
    respond = ({ method, url, headers }, response) =>
      void response.writeHead(418).end(JSON.stringify({ method, url, some: headers.some }));
    const response = await get();
    expect(response.statusCode).toBe(418);
    const body = Buffer.concat(await response.toArray()).toString();
    expect(JSON.parse(body)).toEqual({ method: "GET", url: "/some/file?alt=media", some: "header" });
    expect(connections).toBe(2);
  });

  it("fails when there is no response, or none in time", async () => {
    respond = () => undefined;
    await expect(get(50)).rejects.toThrow();
    respond = (request) => void request.socket.destroy();
    await expect(get()).rejects.toThrow("socket hang up");
  });

  it.each<[string, RequestListener, number]>([
    ["does not end in time", () => undefined, 100],
    ["is cut short", ({ socket }) => socket.destroy(), 10_000],
  ])("has a body that fails when it %s", async (_when, interrupt, timeoutMs) => {
    let confirmHeaders: () => void;
    const headersArrived = new Promise<void>((resolve) => {
      confirmHeaders = resolve;
    });
    respond = async (request, response) => {
      response.writeHead(200, { "content-length": 100 }).write("half");
      await headersArrived;
      interrupt(request, response);
    };
    const response = await get(timeoutMs);
    confirmHeaders!();
    await expect(response.toArray()).rejects.toThrow("aborted");
  });
});
