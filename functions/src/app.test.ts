import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createApp } from "./app.ts";
import { ok } from "./http/response.ts";
import { TimeoutError } from "./http/timeout.ts";
import { type Route, route } from "./route.ts";

process.env.GCLOUD_PROJECT ??= "demo-app";
const logEntries: Record<string, unknown>[] = [];
const log = (entry: object) => void logEntries.push({ ...entry });

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server = undefined;
  logEntries.length = 0;
});

/** Serves three routes, fetches this path and parses the response. The route `/api/fails` calls `throwError`. */
async function callTestApp(
  path: string,
  throwError?: () => never,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; body: unknown }> {
  const routes = [
    route("GET", "/api/works/:key", "anyone", {}, async ({ params }) => ok({ key: params.key })),
    route("GET", "/api/fails", "anyone", {}, async () => throwError?.() ?? ok({})),
    route("GET", "/api/breaks", "anyone", {}, async () => ({ kind: "stream", headers: {}, body: streamAndFail() })),
  ];
  const response = await fetch((await serveRoutes(routes)) + path, { headers });
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}

/** Serves these routes; returns their origin. */
async function serveRoutes(routes: Route[]): Promise<string> {
  server = createServer(createApp(routes, log)).listen(0, "127.0.0.1");
  await new Promise((listening) => server?.once("listening", listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function* streamAndFail(): AsyncGenerator<string> {
  yield '{"success":true,';
  throw new Error("the stream failed");
}

const createThrower = (error: unknown) => (): never => {
  throw error;
};

describe("the app", () => {
  it.each([
    ["a timeout", new TimeoutError("late")],
    ["Firestore's UNAVAILABLE", Object.assign(new Error("down"), { code: 14 })],
    [
      "a refused connection",
      new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNREFUSED" }) }),
    ],
    ["Storage's 503", Object.assign(new Error("down"), { code: 503 })],
    ["an interrupted response of a service", Object.assign(new Error(), { code: "ERR_STREAM_PREMATURE_CLOSE" })],
    ["the Admin SDK's network error", Object.assign(new Error("down"), { code: "app/network-error" })],
  ])("answers 503 after %s", async (_, error) => {
    expect(await callTestApp("/api/fails", createThrower(error))).toMatchObject({
      status: 503,
      body: { code: "unavailable" },
    });
  });

  it("answers 500 after an unexpected error, and logs the error without any text of a user", async () => {
    const error = Object.assign(new Error("title was: my secret report\n    at my (/secret/place.ts:1:1)"), {
      code: "odd",
    });
    const { status, headers, body } = await callTestApp("/api/fails", createThrower(error));
    expect({ status, body }).toMatchObject({
      status: 500,
      // A sentence without a colon, so it is not the message of the error, which has colons.
      body: { success: false, code: "internal", error: expect.stringMatching(/^[^:]+\.$/) },
    });
    await expect.poll(() => logEntries).toHaveLength(2);
    expect(logEntries[0]).toMatchObject({
      severity: "ERROR",
      "@type": expect.stringMatching(/ReportedErrorEvent$/),
      message: "unexpected Error odd in GET /api/fails",
      stack_trace: expect.stringMatching(/^Error odd\n {4}at .+app\.test\.ts:\d+:\d+/),
      serviceContext: { service: "api", version: "local" },
      context: { httpRequest: { method: "GET", url: "/api/fails", responseStatusCode: 500 } },
      requestId: headers.get("x-request-id"),
    });
    expect(JSON.stringify(logEntries)).not.toContain("secret");
  });

  it.each([
    ["traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "b7ad6b7169203331"],
    // The same span id as a decimal number.
    ["x-cloud-trace-context", "0af7651916cd43dd8448eb211c80319c/13235353014750950193;o=1", "b7ad6b7169203331"],
  ])("links its log line to Google Cloud's trace in the header %s", async (header, value, spanId) => {
    await callTestApp("/api/works/7", undefined, { [header]: value });
    await expect.poll(() => logEntries).toHaveLength(1);
    expect(logEntries[0]).toMatchObject({
      "logging.googleapis.com/trace": `projects/${process.env.GCLOUD_PROJECT}/traces/0af7651916cd43dd8448eb211c80319c`,
      "logging.googleapis.com/spanId": spanId,
      "logging.googleapis.com/trace_sampled": true,
    });
  });

  it("ignores a malformed trace header", async () => {
    await callTestApp("/api/works/7", undefined, { traceparent: "my secret", "x-cloud-trace-context": "my secret" });
    await expect.poll(() => logEntries).toHaveLength(1);
    expect(JSON.stringify(logEntries)).not.toMatch(/secret|googleapis/);
  });

  it.each([
    ["a file", {}],
    ["a gzipped list", { json: true } as const],
  ])("logs no error when the client disconnects while %s is sent", async (_, responseOptions) => {
    let isEnded = false;
    let sentChunks = 0;
    async function* streamEndlessly(): AsyncGenerator<Buffer> {
      try {
        // Random bytes cannot be compressed, so the first chunk is sent at once.
        for (; ; sentChunks += 1) yield randomBytes(64 * 1024);
      } finally {
        isEnded = true;
      }
    }
    const routes = [
      route("GET", "/api/endless", "anyone", {}, async () => ({
        kind: "stream",
        headers: {},
        ...responseOptions,
        body: streamEndlessly(),
      })),
    ];
    const origin = await serveRoutes(routes);
    const client = new AbortController();
    const { body } = await fetch(`${origin}/api/endless`, { signal: client.signal });
    await body!.getReader().read();
    expect(sentChunks).toBeGreaterThan(0);
    client.abort();
    await expect.poll(() => isEnded).toBe(true);
    await expect.poll(() => logEntries.length).toBeGreaterThan(0);
    // The app would log an error in the same turn of the event loop.
    await new Promise(setImmediate);
    // `cut` marks a response that was not sent to its end.
    expect(logEntries).toEqual([expect.objectContaining({ severity: "INFO", status: 200, cut: true })]);
  });

  it("closes the connection when a stream fails, so that the client notices the incomplete body", async () => {
    await expect(callTestApp("/api/breaks")).rejects.toThrow();
    await expect.poll(() => logEntries).toContainEqual(expect.objectContaining({ route: "/api/breaks", cut: true }));
    await expect.poll(() => logEntries).toContainEqual(expect.objectContaining({ severity: "ERROR" }));
  });
});
