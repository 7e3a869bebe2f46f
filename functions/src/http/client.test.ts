import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answered, download, exchange } from "./client.ts";

let server: Server;
let connections: number;
let requests: number;
let answer: RequestListener;

const fine: RequestListener = (_request, response) => response.end("fine");

beforeEach(async () => {
  [connections, requests] = [0, 0];
  answer = fine;
  server = createServer((request, response) => {
    requests += 1;
    answer(request, response);
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

function ask({ repeatable = true, withinMs = 10_000 } = {}): Promise<Answered> {
  const { port } = server.address() as AddressInfo;
  const asked = { method: "POST", headers: {}, body: "something", repeatable } as const;
  return exchange(`http://127.0.0.1:${port}/`, asked, withinMs);
}

async function closed(socket: Socket): Promise<void> {
  if (!socket.closed) await once(socket, "close");
}

describe("a request", () => {
  it("is sent as it is and gives status and text, whatever the status", async () => {
    const { port } = server.address() as AddressInfo;
    answer = async (request, response) => {
      const { method, url, headers } = request;
      const body = Buffer.concat(await request.toArray()).toString();
      response.writeHead(418).end(JSON.stringify({ method, url, some: headers.some, body }));
    };
    const asked = { method: "POST", headers: { some: "header" }, body: "Grüße 🐞", repeatable: false } as const;
    const { status, text } = await exchange(`http://127.0.0.1:${port}/a/(b):c?d=e`, asked, 10_000);
    expect(status).toBe(418);
    expect(JSON.parse(text)).toEqual({ method: "POST", url: "/a/(b):c?d=e", some: "header", body: "Grüße 🐞" });
  });

  it("gets a text whole that comes byte by byte", async () => {
    const text = "Grüße 🐞 ".repeat(50);
    answer = (_request, response) => {
      for (const byte of Buffer.from(text)) response.write(Buffer.of(byte));
      response.end();
    };
    expect(await ask()).toEqual({ status: 200, text });
  });

  it.each<[string, RequestListener]>([
    ["before an answer", () => {}],
    ["within the answer", (_request, response) => void response.write("half")],
  ])("fails when its time is over %s, and is not sent again", async (_when, silent) => {
    await ask();
    let left: Socket | undefined;
    answer = (request, response) => {
      left = request.socket;
      silent(request, response);
    };
    await expect(ask({ withinMs: 50 })).rejects.toThrow("No answer in time.");
    await closed(left!);
    answer = fine;
    // What was sent again would have come by the second of these.
    for (let n = 0; n < 2; n += 1) await ask();
    expect(requests).toBe(4);
  });

  it.each<[string, RequestListener]>([
    ["before an answer", (request) => request.socket.destroy()],
    ["within the answer", (_request, response) => response.write("half", () => response.destroy())],
    [
      "within an answer of known length",
      (request, response) => {
        response.writeHead(200, { "content-length": 10 }).write("half", () => request.socket.end());
      },
    ],
  ])("fails when the connection is cut %s", async (_when, cut) => {
    answer = cut;
    await expect(ask()).rejects.toThrow();
    expect(requests).toBe(1);
  });

  it("leaves no timer behind", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await ask();
    answer = (request) => request.socket.destroy();
    await expect(ask({ repeatable: false })).rejects.toThrow();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("fails where nobody listens", async () => {
    const { port } = server.address() as AddressInfo;
    await new Promise((closed) => server.close(closed));
    const asked = { method: "GET", headers: {}, body: undefined, repeatable: true } as const;
    await expect(exchange(`http://127.0.0.1:${port}/`, asked, 10_000)).rejects.toThrow("ECONNREFUSED");
  });
});

describe("a connection", () => {
  it("is used again", async () => {
    for (let n = 0; n < 3; n += 1) await ask();
    expect(connections).toBe(1);
  });

  it("is one of 128 at most; what finds none waits for one", async () => {
    await Promise.all(Array.from({ length: 200 }, () => ask()));
    expect([connections, requests]).toEqual([128, 200]);
  });

  it.each([
    [3_999, 1],
    [4_001, 2],
  ])("that has been idle for %i ms is reused or not: %i in all", async (ms, inAll) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await ask();
    vi.setSystemTime(Date.now() + ms);
    await ask();
    expect(connections).toBe(inAll);
  });

  describe("that the other side closed as it was used again", () => {
    const KEPT = 2;

    beforeEach(async () => {
      await Promise.all(Array.from({ length: KEPT }, () => ask()));
      requests = 0;
      answer = (request, response) => {
        if (connections === KEPT) request.socket.destroy();
        else fine(request, response);
      };
    });

    it("is nothing to a repeatable request, which goes over a new one", async () => {
      expect(await ask()).toEqual({ status: 200, text: "fine" });
      expect([connections, requests]).toEqual([KEPT + 1, 2]);
    });

    it("fails a request that may have been done", async () => {
      await expect(ask({ repeatable: false })).rejects.toThrow();
      expect([connections, requests]).toEqual([KEPT, 1]);
    });

    it("fails a repeatable request too when the new one is closed as well", async () => {
      answer = (request) => request.socket.destroy();
      await expect(ask()).rejects.toThrow();
      expect([connections, requests]).toEqual([KEPT + 1, 2]);
    });

    it("fails a repeatable request too when its answer has begun", async () => {
      answer = (request, response) => {
        response.write("half", () => request.socket.end("no length of a chunk\r\n"));
      };
      await expect(ask()).rejects.toThrow("Parse Error");
      expect([connections, requests]).toEqual([KEPT, 1]);
    });

    it("leaves a repeatable request no more time than it had", async () => {
      const silent = new Promise<Socket>((resolve) => {
        answer = ({ socket }) => {
          if (connections === KEPT) socket.destroy();
          else resolve(socket);
        };
      });
      await expect(ask({ withinMs: 50 })).rejects.toThrow("No answer in time.");
      await closed(await silent);
    });
  });
});

describe("a download", () => {
  const get = (withinMs = 10_000) => {
    const { port } = server.address() as AddressInfo;
    return download(`http://127.0.0.1:${port}/some/file?alt=media`, { some: "header" }, withinMs);
  };

  it("gives the answer as it comes, whatever its status, over a connection of its own", async () => {
    await ask();
    answer = ({ method, url, headers }, response) =>
      void response.writeHead(418).end(JSON.stringify({ method, url, some: headers.some }));
    const response = await get();
    expect(response.statusCode).toBe(418);
    const body = Buffer.concat(await response.toArray()).toString();
    expect(JSON.parse(body)).toEqual({ method: "GET", url: "/some/file?alt=media", some: "header" });
    expect(connections).toBe(2);
  });

  it("fails when nothing answers, or not in time", async () => {
    answer = () => undefined;
    await expect(get(50)).rejects.toThrow();
    answer = (request) => void request.socket.destroy();
    await expect(get()).rejects.toThrow("socket hang up");
  });

  it.each<[string, RequestListener, number]>([
    ["does not end in time", () => undefined, 100],
    ["is cut short", ({ socket }) => socket.destroy(), 10_000],
  ])("has a body that fails when it %s", async (_when, then, withinMs) => {
    let begun: () => void;
    const read = new Promise<void>((resolve) => {
      begun = resolve;
    });
    answer = async (request, response) => {
      response.writeHead(200, { "content-length": 100 }).write("half");
      await read;
      then(request, response);
    };
    const response = await get(withinMs);
    begun!();
    await expect(response.toArray()).rejects.toThrow("aborted");
  });
});
