import { execFileSync } from "node:child_process";
import { gzipSync } from "node:zlib";
import { type ErrorCode, LIMITS } from "@logbook/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, call, newMember, type Person, reportBody } from "../support/actors.ts";
import { type RunningApi, serveFunctions } from "../support/functions-process.ts";
import { db, ORIGIN, uniqueId } from "../support/suite.ts";
import { sendRaw } from "./direct-requests.ts";
import { expectFailure } from "./expect-failure.ts";

const MEGABYTE = 1024 * 1024;
/** Google's platform forwards requests of up to 32 MB to a function. */
const LARGE_BODY_MEGABYTES = 31;

let member: Person;
let api: RunningApi;
beforeAll(async () => {
  [member, api] = await Promise.all([newMember(), serveFunctions()]);
});
afterAll(() => api.stop());

/** Expects that a request with a new report is refused and stores nothing. */
async function expectRefused(sendReport: (id: string) => Promise<ApiResponse>, status: number, code: ErrorCode) {
  const id = uniqueId("never");
  expectFailure(await sendReport(id), status, code);
  expect((await db.doc(`issues/${id}`).get()).exists).toBe(false);
}

describe.each([
  ["the functions emulator", () => ORIGIN],
  ["the functions framework", () => api.origin],
])("a request body, parsed by %s,", (_, getOrigin) => {
  const postReport = (body: unknown, headers: Record<string, string> = {}) =>
    call("POST", "/api/issues", { origin: getOrigin(), as: member, body, headers });

  it.each<[string, (json: string) => string]>([
    ["not JSON", () => "not json"],
    ["truncated", (json) => json.slice(0, -1)],
    ["followed by more text", (json) => `${json}x`],
    // `TextDecoder` removes the first byte order mark only.
    ["preceded by two byte order marks", (json) => `\uFEFF\uFEFF${json}`],
  ])("threat 7: is refused with 400 and the API's own error if it is %s", async (_, damage) => {
    await expectRefused((id) => postReport(damage(JSON.stringify(reportBody({ id })))), 400, "bad-json");
  });

  it.each([["[]"], ['"text"'], ["3"], ["null"]])(
    "threat 7: is refused with 400 if it is %s and not an object",
    async (body) => {
      expectFailure(await postReport(body), 400, "bad-request");
    },
  );

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/octet-stream",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "application/cloudevents+json",
  ])("threat 7: is refused with 415 if it is sent as %s", async (type) => {
    await expectRefused((id) => postReport(reportBody({ id }), { "content-type": type }), 415, "unsupported-type");
  });

  it.each([
    ["one byte too large", LIMITS.bodyBytes + 1],
    ["31 MB large", LARGE_BODY_MEGABYTES * MEGABYTE],
  ])("threat 7: is refused with 413 if it is %s", async (_, bytes) => {
    await expectRefused((id) => postReport(JSON.stringify(reportBody({ id })).padEnd(bytes, " ")), 413, "too-large");
  });

  it("is accepted if it has the greatest allowed size", async () => {
    const body = JSON.stringify(reportBody({ description: "d" })).padEnd(LIMITS.bodyBytes, " ");
    expect((await postReport(body)).status).toBe(201);
  });

  it("threat 7: is refused with 400 if it is nested 100,000 levels deep, and the API still answers", async () => {
    const deepArray = "[".repeat(100_000) + "]".repeat(100_000);
    for (const field of ["title", "attachments", "unknown"])
      await expectRefused(
        (id) => postReport(`{"id":"${id}","type":"bug","description":"d","${field}":${deepArray}}`),
        400,
        "bad-request",
      );
    await expectRefused((id) => postReport({ ...reportBody({ id }), attachments: deepArray }), 400, "bad-request");
    expect((await call("GET", "/api/health", { origin: getOrigin() })).status).toBe(200);
  });

  it("threat 3: cannot set an object's prototype", async () => {
    for (const key of ["__proto__", "constructor"])
      await expectRefused(
        (id) => postReport(JSON.stringify(reportBody({ id })).replace("{", `{"${key}":{"isAdmin":true},`)),
        400,
        "bad-request",
      );
  });
});

describe("the function's memory", () => {
  /** Request targets for direct calls of the function; Hosting would not forward all of them. */
  const TARGETS = ["/api/auth/login", "/x", "//api/issues", "http://logbook/api/auth/login", "/%E0%A4%A"];
  const REQUEST_COUNT = 10;
  const largeBody = Buffer.alloc(LARGE_BODY_MEGABYTES * MEGABYTE, " ");
  /** Small when sent, but 200 MB if the function decompressed it. */
  const compressedBody = gzipSync(Buffer.alloc(200 * MEGABYTE, " "));
  const BODIES = {
    "large bodies": { body: largeBody, headers: {}, status: 413 },
    "compressed bodies of 200 MB": { body: compressedBody, headers: { "content-encoding": "gzip" }, status: 415 },
  };
  /** The status of each target that leads to no route. It does not depend on the body. */
  const statusOfUnknownPath = new Map([
    ["/x", 404],
    ["//api/issues", 404],
    ["/%E0%A4%A", 400],
  ]);

  it.each(
    Object.keys(BODIES).flatMap((bodyName) =>
      TARGETS.map((target) => [bodyName as keyof typeof BODIES, target] as const),
    ),
  )("threat 7: does not grow with %s sent to %s", async (bodyName, target) => {
    const { body, headers, status } = BODIES[bodyName];
    const megabytesBefore = residentMegabytes(api.pid);
    let peakMegabytes = megabytesBefore;
    const sampling = setInterval(() => {
      peakMegabytes = Math.max(peakMegabytes, residentMegabytes(api.pid));
    }, 50);
    const responses = await Promise.all(
      Array.from({ length: REQUEST_COUNT }, () =>
        sendRaw("POST", api.origin, target, { headers: { "content-type": "text/plain", ...headers }, body }),
      ),
    ).finally(() => clearInterval(sampling));
    expect(responses.map((response) => response.status)).toEqual(
      responses.map(() => statusOfUnknownPath.get(target) ?? status),
    );
    // Discarded chunks take up to 107 MB until they are garbage-collected; ten bodies in memory would take 310 MB.
    expect(peakMegabytes - megabytesBefore).toBeLessThan((REQUEST_COUNT * LARGE_BODY_MEGABYTES) / 2);
  });
});

/** How much memory a process has in RAM. */
function residentMegabytes(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}
