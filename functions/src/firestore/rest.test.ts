import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createCallerStore } from "./caller-store.ts";
import { callFirestore } from "./rest.ts";
import { moveBoard, updateDocument } from "./writes.ts";

interface TestResponse {
  status: number;
  /** A text that is sent unchanged, or an object that is sent as JSON. */
  body: unknown;
}

let server: Server;
/** The responses to the next requests. If the list is empty, the server closes the connection. */
let nextResponses: (TestResponse | "no response")[];
let receivedRequests: { url: string | undefined; headers: Record<string, unknown>; body: string }[];

beforeEach(async () => {
  nextResponses = [];
  receivedRequests = [];
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    receivedRequests.push({ url: request.url, headers: request.headers, body });
    const nextResponse = nextResponses.shift();
    if (nextResponse === undefined) return void request.socket.destroy();
    if (nextResponse === "no response") return void server.emit("request without response");
    const { status, body: responseBody } = nextResponse;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof responseBody === "string" ? responseBody : JSON.stringify(responseBody));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
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
const credentials = { token: "the-token", appCheck: "the-app-check-token" };
const store = createCallerStore(credentials, onMove);
const refusalResponse = (googleCode: string, httpStatus: number): TestResponse => ({
  status: httpStatus,
  body: { error: { code: httpStatus, status: googleCode, message: "m" } },
});
const commitResponse: TestResponse = {
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

describe("a call to Firestore", () => {
  it("carries the ID token and the App Check token", async () => {
    nextResponses.push({ status: 200, body: { fine: true } });
    expect(await callFirestore(credentials, "GET", "some/thing")).toEqual({ result: { fine: true } });
    expect(receivedRequests[0]).toMatchObject({
      url: "/v1/some/thing",
      headers: { authorization: "Bearer the-token", "x-firebase-appcheck": "the-app-check-token" },
    });
  });

  it.each([
    ["PERMISSION_DENIED", "PERMISSION_DENIED", 403],
    ["UNAUTHENTICATED", "UNAUTHENTICATED", 401],
    ["ALREADY_EXISTS", "ALREADY_EXISTS", 409],
    ["ABORTED", "ABORTED", 409],
    ["FAILED_PRECONDITION", "FAILED_PRECONDITION", 400],
    ["UNAVAILABLE", "UNAVAILABLE", 503],
    ["UNAVAILABLE", "RESOURCE_EXHAUSTED", 429],
    ["UNAVAILABLE", "SOMETHING_NEW", 502],
  ])("returns the refusal %s if Firestore answers %s with the status %i", async (refusal, googleCode, httpStatus) => {
    nextResponses.push(refusalResponse(googleCode, httpStatus));
    expect(await callFirestore(credentials, "GET", "x")).toEqual({ refusal });
  });

  it("returns UNAVAILABLE if the connection breaks, and throws if Firestore calls the request malformed", async () => {
    expect(await callFirestore(credentials, "GET", "x")).toEqual({ refusal: "UNAVAILABLE" });
    nextResponses.push(refusalResponse("INVALID_ARGUMENT", 400));
    await expect(callFirestore(credentials, "GET", "x")).rejects.toThrow("400 INVALID_ARGUMENT");
  });

  it.each([
    [200, "<!doctype html>"],
    [200, ""],
    [404, "<!doctype html>"],
    [502, "Bad gateway"],
  ])(
    "returns UNAVAILABLE for a response with the status %i and the text '%s', which is not JSON",
    async (status, body) => {
      nextResponses.push({ status, body });
      expect(await callFirestore(credentials, "GET", "x")).toEqual({ refusal: "UNAVAILABLE" });
    },
  );

  it("returns UNAVAILABLE if there is no response in 10 s", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    nextResponses.push("no response");
    const onOutcome = vi.fn();
    const call = callFirestore(credentials, "GET", "x").then(onOutcome);
    await once(server, "request without response");
    await vi.advanceTimersByTimeAsync(9_999);
    expect(onOutcome).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    await call;
    expect(onOutcome).toHaveBeenCalledWith({ refusal: "UNAVAILABLE" });
  });
});

describe("a commit", () => {
  const version = Date.UTC(2026, 0, 1) * 1000 + 123_456;
  const statusWrite = () =>
    updateDocument("issues/i1", { fields: { status: "CLOSED" }, mask: ["status"], serverTimes: ["updatedAt"] });

  it("returns the server's time and the version of the first document", async () => {
    nextResponses.push(commitResponse);
    expect(await store.commit("i1", [statusWrite()])).toEqual({ time: new Date("2026-01-01T00:00:00.120Z"), version });
    expect(receivedRequests[0]?.url).toBe("/v1/projects/p1/databases/(default)/documents:commit");
  });

  it("moves the board, and calls back with the new revision only if it succeeds", async () => {
    nextResponses.push(commitResponse);
    await store.commit("i1", [statusWrite()]);
    expect(JSON.parse(receivedRequests[0]!.body)).toEqual({ writes: [statusWrite(), moveBoard("i1")] });
    expect(onMove.mock.calls).toEqual([[{ revision: 42, issueId: "i1", version }]]);
    nextResponses.push(refusalResponse("PERMISSION_DENIED", 403));
    await store.commit("i1", [statusWrite()]);
    expect(onMove).toHaveBeenCalledOnce();
  });

  it("is retried if Firestore aborts the commit, but not if the rules refuse the commit", async () => {
    nextResponses.push(refusalResponse("ABORTED", 409), refusalResponse("ABORTED", 409), commitResponse);
    expect(await store.commit("i1", [statusWrite()])).toHaveProperty("time");
    expect(receivedRequests).toHaveLength(3);
    nextResponses.push(refusalResponse("PERMISSION_DENIED", 403), commitResponse);
    expect(await store.commit("i1", [statusWrite()])).toEqual({ refusal: "PERMISSION_DENIED" });
    expect(receivedRequests).toHaveLength(4);
  });

  it("is not sent again when a reused connection breaks, unlike a read", async () => {
    const success: TestResponse = { status: 200, body: {} };
    nextResponses.push(success);
    await callFirestore(credentials, "GET", "x");
    expect(await store.commit("i1", [statusWrite()])).toEqual({ refusal: "UNAVAILABLE" });
    expect(receivedRequests).toHaveLength(2);

    nextResponses.push(success);
    await callFirestore(credentials, "GET", "x");
    expect(await callFirestore(credentials, "GET", "x")).toEqual({ refusal: "UNAVAILABLE" });
    // After the first two requests came one successful read, and one read that was sent twice.
    expect(receivedRequests).toHaveLength(5);
  });
});

describe("reading a report", () => {
  it("returns `null` for a missing report, and the refusal if the rules deny the read", async () => {
    nextResponses.push(refusalResponse("NOT_FOUND", 404), refusalResponse("PERMISSION_DENIED", 403));
    expect(await store.readReport("i1")).toEqual({ document: null });
    expect(await store.readReport("i1")).toEqual({ refusal: "PERMISSION_DENIED" });
  });
});
