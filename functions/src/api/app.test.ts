import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { TimeoutError } from "../within.ts";
import { ok } from "./answer.ts";
import { createApp } from "./app.ts";
import { route } from "./route.ts";

// The logger takes hold of the console when it is loaded.
const logged = vi.hoisted(() => {
  const lines: string[] = [];
  console.error = (line: unknown) => void lines.push(String(line));
  return lines;
});

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server = undefined;
  logged.length = 0;
});

async function get(path: string, failing?: () => never): Promise<{ status: number; headers: Headers; body: unknown }> {
  const app = createApp([
    route("GET", "/api/works/:id", "anyone", {}, async ({ params }) => ok({ id: params.id })),
    route("GET", "/api/fails", "anyone", {}, async () => failing?.() ?? ok({})),
    route("GET", "/api/breaks", "anyone", {}, async () => ({ kind: "stream", headers: {}, body: breaking() })),
  ]);
  server = createServer(app).listen(0, "127.0.0.1");
  await new Promise((listening) => server?.once("listening", listening));
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}

async function* breaking(): AsyncGenerator<string> {
  yield '{"success":true,';
  throw new Error("the source broke off");
}

const fail = (error: unknown) => (): never => {
  throw error;
};

describe("the app", () => {
  it("answers, and says nothing about what it is made of", async () => {
    const { status, headers, body } = await get("/api/works/7");
    expect({ status, body }).toEqual({ status: 200, body: { success: true, id: "7" } });
    expect(headers.get("x-powered-by")).toBeNull();
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("calls an address that cannot be decoded a bad request", async () => {
    expect(await get("/api/works/%E0%A4%A")).toMatchObject({ status: 400, body: { code: "bad-request" } });
  });

  it.each([
    ["an answer that does not come", new TimeoutError("late")],
    ["Firestore's UNAVAILABLE", Object.assign(new Error("down"), { code: 14 })],
    [
      "a refused connection",
      new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNREFUSED" }) }),
    ],
    ["the Admin SDK's network error", Object.assign(new Error("down"), { code: "app/network-error" })],
  ])("calls %s an outage", async (_, error) => {
    expect(await get("/api/fails", fail(error))).toMatchObject({ status: 503, body: { code: "unavailable" } });
  });

  it("answers calmly when something unexpected happens, and logs one line that quotes nothing", async () => {
    const error = Object.assign(new Error("title was: my secret report"), { code: "odd" });
    expect(await get("/api/fails", fail(error))).toMatchObject({
      status: 500,
      body: { success: false, code: "internal", error: expect.stringMatching(/^[^:]+\.$/) },
    });
    expect(logged).toHaveLength(1);
    expect(JSON.parse(logged[0]!)).toMatchObject({
      severity: "ERROR",
      message: "unexpected Error odd in GET /api/fails",
      at: expect.arrayContaining([expect.stringContaining("app.test.ts")]),
    });
    expect(logged[0]).not.toContain("secret");
  });

  it("breaks the connection when a streamed answer breaks off, so that no half is taken for the whole", async () => {
    await expect(get("/api/breaks")).rejects.toThrow();
  });
});
