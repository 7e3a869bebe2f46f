import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { commitWrites } from "./documents.ts";
import { callFirestore } from "./rest.ts";
import { updateDocument } from "./writes.ts";

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
});

const credentials = { token: "the-token", appCheck: "the-app-check-token" };
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
    expect(await callFirestore(credentials, "batchGet", {})).toEqual({ result: { fine: true } });
    expect(receivedRequests[0]).toMatchObject({
      url: "/v1/projects/p1/databases/(default)/documents:batchGet",
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
    expect(await callFirestore(credentials, "batchGet", {})).toEqual({ refusal });
  });

  it("returns UNAVAILABLE if the connection breaks, and throws if Firestore calls the request malformed", async () => {
    expect(await callFirestore(credentials, "batchGet", {})).toEqual({ refusal: "UNAVAILABLE" });
    nextResponses.push(refusalResponse("INVALID_ARGUMENT", 400));
    await expect(callFirestore(credentials, "batchGet", {})).rejects.toThrow("400 INVALID_ARGUMENT");
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
      expect(await callFirestore(credentials, "batchGet", {})).toEqual({ refusal: "UNAVAILABLE" });
    },
  );

  it("returns UNAVAILABLE if there is no response in 10 s", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    nextResponses.push("no response");
    const onOutcome = vi.fn();
    const call = callFirestore(credentials, "batchGet", {}).then(onOutcome);
    await once(server, "request without response");
    await vi.advanceTimersByTimeAsync(9_999);
    expect(onOutcome).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    await call;
    expect(onOutcome).toHaveBeenCalledWith({ refusal: "UNAVAILABLE" });
  });
});

describe("a commit", () => {
  const statusWrite = () =>
    updateDocument("issues/i1", { fields: { status: "CLOSED" }, mask: ["status"], serverTimes: ["updatedAt"] });

  it("returns the server's time, and the version and stored values of each document", async () => {
    nextResponses.push(commitResponse);
    const version = Date.UTC(2026, 0, 1) * 1000 + 123_456;
    const time = new Date("2026-01-01T00:00:00.120Z");
    expect(await commitWrites([statusWrite()])).toEqual({
      time,
      results: [
        { version, values: [time] },
        { version, values: [42, time] },
      ],
    });
    expect(receivedRequests[0]).toMatchObject({
      url: "/v1/projects/p1/databases/(default)/documents:commit",
      headers: { authorization: "Bearer owner" },
    });
  });

  it("carries the caller's own tokens if the rules are to decide", async () => {
    nextResponses.push(refusalResponse("PERMISSION_DENIED", 403));
    expect(await commitWrites([statusWrite()], credentials)).toEqual({ refusal: "PERMISSION_DENIED" });
    expect(receivedRequests[0]).toMatchObject({ headers: { authorization: "Bearer the-token" } });
  });

  it("is not sent again when a reused connection breaks, unlike a read", async () => {
    const success: TestResponse = { status: 200, body: {} };
    nextResponses.push(success);
    await callFirestore(credentials, "batchGet", {});
    expect(await commitWrites([statusWrite()])).toEqual({ refusal: "UNAVAILABLE" });
    expect(receivedRequests).toHaveLength(2);

    nextResponses.push(success);
    await callFirestore(credentials, "batchGet", {});
    expect(await callFirestore(credentials, "batchGet", {})).toEqual({ refusal: "UNAVAILABLE" });
    // After the first two requests came one successful read, and one read that was sent twice.
    expect(receivedRequests).toHaveLength(5);
  });
});
