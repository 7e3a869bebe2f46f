import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { download, type HttpResponse, MAX_RESPONSE_BYTES, sendRequest } from "./http-client.ts";

let server: Server;
let connectionCount: number;
let requestCount: number;
/** The server's reaction to each request. */
let respond: RequestListener;

const respondWithSuccess: RequestListener = (_request, response) => response.end("success");

beforeEach(async () => {
  connectionCount = 0;
  requestCount = 0;
  respond = respondWithSuccess;
  server = createServer((request, response) => {
    requestCount += 1;
    respond(request, response);
  });
  server.on("connection", () => {
    connectionCount += 1;
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

/** Sends a POST to the server with the client under test. */
function sendPost({ isIdempotent = true, timeoutMs = 10_000 } = {}): Promise<HttpResponse> {
  const { port } = server.address() as AddressInfo;
  const httpRequest = { method: "POST", headers: {}, body: "something", isIdempotent } as const;
  return sendRequest(`http://127.0.0.1:${port}/`, httpRequest, timeoutMs);
}

async function waitUntilClosed(socket: Socket): Promise<void> {
  if (!socket.closed) await once(socket, "close");
}

describe("a request", () => {
  it("rejects if the response is longer than the maximum, and the next one succeeds", async () => {
    const part = Buffer.alloc(MAX_RESPONSE_BYTES / 2);
    respond = (_request, response) => {
      response.write(part);
      response.write(part);
      // Without the maximum this response would end.
      response.end("more");
    };
    await expect(sendPost()).rejects.toThrow("too long");
    respond = (_request, response) => {
      response.write(part);
      response.end(part);
    };
    expect((await sendPost()).text).toHaveLength(MAX_RESPONSE_BYTES);
  });

  it("is sent unchanged, and returns the response's status and text even for an error", async () => {
    const { port } = server.address() as AddressInfo;
    respond = async (request, response) => {
      const { method, url, headers } = request;
      const body = Buffer.concat(await request.toArray()).toString();
      response.writeHead(418).end(JSON.stringify({ method, url, testHeader: headers["test-header"], body }));
    };
    const httpRequest = {
      method: "POST",
      headers: { "test-header": "value" },
      body: "Grüße 🐞",
      isIdempotent: false,
    } as const;
    const { status, text } = await sendRequest(`http://127.0.0.1:${port}/a/(b):c?d=e`, httpRequest, 10_000);
    expect(status).toBe(418);
    expect(JSON.parse(text)).toEqual({ method: "POST", url: "/a/(b):c?d=e", testHeader: "value", body: "Grüße 🐞" });
  });

  it("returns the whole text when it arrives byte by byte", async () => {
    const text = "Grüße 🐞 ".repeat(50);
    respond = (_request, response) => {
      for (const byte of Buffer.from(text)) response.write(Buffer.of(byte));
      response.end();
    };
    expect(await sendPost()).toEqual({ status: 200, text });
  });

  it.each<[string, RequestListener]>([
    ["before the response begins", () => {}],
    ["before the response ends", (_request, response) => void response.write("half")],
  ])("fails when it times out %s, and is not sent again", async (_when, respondIncompletely) => {
    await sendPost();
    let socket: Socket | undefined;
    respond = (request, response) => {
      socket = request.socket;
      respondIncompletely(request, response);
    };
    await expect(sendPost({ timeoutMs: 50 })).rejects.toThrow("No response in time.");
    await waitUntilClosed(socket!);
    respond = respondWithSuccess;
    // A repeated request would arrive before the second of these two requests, and would be counted too.
    await sendPost();
    await sendPost();
    expect(requestCount).toBe(4);
  });

  it.each<[string, RequestListener]>([
    ["before the response begins", (request) => request.socket.destroy()],
    ["before the response ends", (_request, response) => response.write("half", () => response.destroy())],
    [
      "before a response with Content-Length ends",
      (request, response) => {
        response.writeHead(200, { "content-length": 10 }).write("half", () => request.socket.end());
      },
    ],
  ])("fails when the server closes the connection %s", async (_when, closeConnection) => {
    respond = closeConnection;
    await expect(sendPost()).rejects.toThrow();
    expect(requestCount).toBe(1);
  });

  it("clears its timer after a success and after a failure", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await sendPost();
    respond = (request) => request.socket.destroy();
    await expect(sendPost({ isIdempotent: false })).rejects.toThrow();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("fails when no server listens on the port", async () => {
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const httpRequest = { method: "GET", headers: {}, body: undefined, isIdempotent: true } as const;
    await expect(sendRequest(`http://127.0.0.1:${port}/`, httpRequest, 10_000)).rejects.toThrow("ECONNREFUSED");
  });
});

describe("a connection", () => {
  it("is reused", async () => {
    for (let count = 0; count < 3; count += 1) await sendPost();
    expect(connectionCount).toBe(1);
  });

  it("is shared: 200 requests at once open only 128 connections", async () => {
    await Promise.all(Array.from({ length: 200 }, () => sendPost()));
    expect([connectionCount, requestCount]).toEqual([128, 200]);
  });

  it.each([
    [3_999, "reused", 1],
    [4_001, "replaced", 2],
  ])("that was idle for %i ms is %s", async (idleMs, _reusedOrReplaced, openedConnections) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await sendPost();
    vi.setSystemTime(Date.now() + idleMs);
    await sendPost();
    expect(connectionCount).toBe(openedConnections);
  });

  describe("that the server closes when a request reuses it", () => {
    // There are two connections, so that a repeated request could wrongly reuse the second one, which is idle.
    const OPEN_CONNECTIONS = 2;

    beforeEach(async () => {
      await Promise.all(Array.from({ length: OPEN_CONNECTIONS }, () => sendPost()));
      requestCount = 0;
      // Only requests over a third, new connection succeed.
      respond = (request, response) => {
        if (connectionCount === OPEN_CONNECTIONS) request.socket.destroy();
        else respondWithSuccess(request, response);
      };
    });

    it("lets an idempotent request succeed, because the client sends it again over a new connection", async () => {
      expect(await sendPost()).toEqual({ status: 200, text: "success" });
      expect([connectionCount, requestCount]).toEqual([OPEN_CONNECTIONS + 1, 2]);
    });

    it("makes a request fail that is not idempotent", async () => {
      await expect(sendPost({ isIdempotent: false })).rejects.toThrow();
      expect([connectionCount, requestCount]).toEqual([OPEN_CONNECTIONS, 1]);
    });

    it("makes an idempotent request fail if the server closes the new connection too", async () => {
      respond = (request) => request.socket.destroy();
      await expect(sendPost()).rejects.toThrow();
      expect([connectionCount, requestCount]).toEqual([OPEN_CONNECTIONS + 1, 2]);
    });

    it("makes an idempotent request fail if its response has already begun", async () => {
      respond = (request, response) => {
        response.write("half", () => request.socket.end("no length of a chunk\r\n"));
      };
      await expect(sendPost()).rejects.toThrow("Parse Error");
      expect([connectionCount, requestCount]).toEqual([OPEN_CONNECTIONS, 1]);
    });

    it("does not extend the timeout of an idempotent request that is sent again", async () => {
      const unansweredSocket = new Promise<Socket>((resolve) => {
        respond = ({ socket }) => {
          if (connectionCount === OPEN_CONNECTIONS) socket.destroy();
          else resolve(socket);
        };
      });
      await expect(sendPost({ timeoutMs: 50 })).rejects.toThrow("No response in time.");
      await waitUntilClosed(await unansweredSocket);
    });
  });
});

describe("a download", () => {
  const downloadFile = (timeoutMs = 10_000) => {
    const { port } = server.address() as AddressInfo;
    return download(`http://127.0.0.1:${port}/some/file?alt=media`, { "test-header": "value" }, timeoutMs);
  };

  it("uses a new connection, and gives the response even if its status is an error", async () => {
    await sendPost();
    respond = ({ method, url, headers }, response) =>
      void response.writeHead(418).end(JSON.stringify({ method, url, testHeader: headers["test-header"] }));
    const response = await downloadFile();
    expect(response.statusCode).toBe(418);
    const body = Buffer.concat(await response.toArray()).toString();
    expect(JSON.parse(body)).toEqual({ method: "GET", url: "/some/file?alt=media", testHeader: "value" });
    expect(connectionCount).toBe(2);
  });

  it("fails when the server does not respond in time or closes the connection", async () => {
    respond = () => undefined;
    await expect(downloadFile(50)).rejects.toThrow();
    respond = (request) => void request.socket.destroy();
    await expect(downloadFile()).rejects.toThrow("socket hang up");
  });

  it.each<[string, RequestListener, number]>([
    ["its end does not arrive in time", () => undefined, 100],
    ["the server closes the connection", ({ socket }) => socket.destroy(), 10_000],
  ])("has a body that fails when %s", async (_when, doAfterHeaders, timeoutMs) => {
    let confirmHeaders: () => void;
    const headersArrived = new Promise<void>((resolve) => {
      confirmHeaders = resolve;
    });
    respond = async (request, response) => {
      response.writeHead(200, { "content-length": 100 }).write("half");
      await headersArrived;
      doAfterHeaders(request, response);
    };
    const response = await downloadFile(timeoutMs);
    confirmHeaders!();
    await expect(response.toArray()).rejects.toThrow("aborted");
  });
});
