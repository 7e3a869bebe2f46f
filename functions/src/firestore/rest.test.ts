import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createCallerStore } from "./caller-store.ts";
import { callFirestore } from "./rest.ts";
import { moveBoard, updateDocument } from "./writes.ts";

interface Reply {
  status: number;
  /** An object that is sent as JSON, or a text. */
  body: unknown;
}

let server: Server;
let replies: (Reply | "silence")[];
let received: { url: string | undefined; headers: Record<string, unknown>; body: string }[];

beforeEach(async () => {
  replies = [];
  received = [];
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    received.push({ url: request.url, headers: request.headers, body });
    const reply = replies.shift();
    if (reply === undefined) return void request.socket.destroy();
    if (reply === "silence") return void server.emit("silent");
    response.writeHead(reply.status, { "content-type": "application/json" });
    response.end(typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body));
  }).listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  vi.stubEnv("FIRESTORE_EMULATOR_HOST", `127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv("GCLOUD_PROJECT", "p1");
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  onMove.mockReset();
});

const onMove = vi.fn();
const store = createCallerStore({ idToken: "the-token", appCheck: "the-app" }, onMove);
const credentials = { idToken: "the-token", appCheck: "the-app" };
const refusal = (status: string, code: number): Reply => ({
  status: code,
  body: { error: { code, status, message: "m" } },
});
const committed: Reply = {
  status: 200,
  body: {
    commitTime: "2026-01-01T00:00:00.123456Z",
    writeResults: [
      { updateTime: "2026-01-01T00:00:00.123456Z", transformResults: [{ timestampValue: "2026-01-01T00:00:00.120Z" }] },
      {
        updateTime: "2026-01-01T00:00:00.123456Z",
        transformResults: [{ integerValue: "42" }, { timestampValue: "2026-01-01T00:00:00.120Z" }],
      },
    ],
  },
};

describe("a call of Firestore", () => {
  it("carries the ID token and the App Check token", async () => {
    replies.push({ status: 200, body: { fine: true } });
    expect(await callFirestore(credentials, "GET", "some/thing")).toEqual({ result: { fine: true } });
    expect(received[0]).toMatchObject({
      url: "/v1/some/thing",
      headers: { authorization: "Bearer the-token", "x-firebase-appcheck": "the-app" },
    });
  });

  it.each([
    ["PERMISSION_DENIED", 403, "PERMISSION_DENIED"],
    ["UNAUTHENTICATED", 401, "UNAUTHENTICATED"],
    ["ALREADY_EXISTS", 409, "ALREADY_EXISTS"],
    ["ABORTED", 409, "ABORTED"],
    ["FAILED_PRECONDITION", 400, "FAILED_PRECONDITION"],
    ["UNAVAILABLE", 503, "UNAVAILABLE"],
    ["RESOURCE_EXHAUSTED", 429, "UNAVAILABLE"],
    ["SOMETHING_NEW", 502, "UNAVAILABLE"],
  ])("returns the reason if it is refused with %s", async (status, code, reason) => {
    replies.push(refusal(status, code));
    expect(await callFirestore(credentials, "GET", "x")).toEqual({ refusal: reason });
  });

  it("returns an outage if its connection breaks, and throws if Firestore calls it malformed", async () => {
    expect(await callFirestore(credentials, "GET", "x")).toEqual({ refusal: "UNAVAILABLE" });
    replies.push(refusal("INVALID_ARGUMENT", 400));
    await expect(callFirestore(credentials, "GET", "x")).rejects.toThrow("400 INVALID_ARGUMENT");
  });

  it.each([
    [200, "<!doctype html>"],
    [200, ""],
    [404, "<!doctype html>"],
    [502, "Bad gateway"],
  ])("returns an outage if the response is %i without JSON: '%s'", async (status, body) => {
    replies.push({ status, body });
    expect(await callFirestore(credentials, "GET", "x")).toEqual({ refusal: "UNAVAILABLE" });
  });

  it("returns an outage if there is no response in 10 s", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    replies.push("silence");
    const done = vi.fn();
    const call = callFirestore(credentials, "GET", "x").then(done);
    await once(server, "silent");
    await vi.advanceTimersByTimeAsync(9_999);
    expect(done).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    await call;
    expect(done).toHaveBeenCalledWith({ refusal: "UNAVAILABLE" });
  });
});

describe("a commit", () => {
  const version = Date.UTC(2026, 0, 1) * 1000 + 123_456;
  const step = () =>
    updateDocument("issues/i1", { fields: { status: "CLOSED" }, mask: ["status"], serverTimes: ["updatedAt"] });

  it("returns the server's time and the version of its first document", async () => {
    replies.push(committed);
    expect(await store.commit("i1", [step()])).toEqual({ time: new Date("2026-01-01T00:00:00.120Z"), version });
    expect(received[0]?.url).toBe("/v1/projects/p1/databases/(default)/documents:commit");
  });

  it("moves the board with the report's id, and calls back with the new revision", async () => {
    replies.push(committed);
    await store.commit("i1", [step()]);
    expect(JSON.parse(received[0]!.body)).toEqual({ writes: [step(), moveBoard("i1")] });
    expect(onMove.mock.calls).toEqual([[{ revision: 42, issueId: "i1", version }]]);
    replies.push(refusal("PERMISSION_DENIED", 403));
    await store.commit("i1", [step()]);
    expect(onMove).toHaveBeenCalledOnce();
  });

  it("is retried after contention, but not after a refusal", async () => {
    replies.push(refusal("ABORTED", 409), refusal("ABORTED", 409), committed);
    expect(await store.commit("i1", [step()])).toHaveProperty("time");
    expect(received).toHaveLength(3);
    replies.push(refusal("PERMISSION_DENIED", 403), committed);
    expect(await store.commit("i1", [step()])).toEqual({ refusal: "PERMISSION_DENIED" });
    expect(received).toHaveLength(4);
  });

  it("is not sent again when the connection breaks, unlike a read", async () => {
    const fine: Reply = { status: 200, body: {} };
    replies.push(fine);
    await callFirestore(credentials, "GET", "x");
    expect(await store.commit("i1", [step()])).toEqual({ refusal: "UNAVAILABLE" });
    expect(received).toHaveLength(2);

    replies.push(fine);
    await callFirestore(credentials, "GET", "x");
    expect(await callFirestore(credentials, "GET", "x")).toEqual({ refusal: "UNAVAILABLE" });
    expect(received).toHaveLength(5);
  });
});

describe("reading a report", () => {
  it("distinguishes a missing report from a refused one", async () => {
    replies.push(refusal("NOT_FOUND", 404), refusal("PERMISSION_DENIED", 403));
    expect(await store.readReport("i1")).toEqual({ document: null });
    expect(await store.readReport("i1")).toEqual({ refusal: "PERMISSION_DENIED" });
  });
});
