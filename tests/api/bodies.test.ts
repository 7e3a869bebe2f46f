import { execFileSync } from "node:child_process";
import { gzipSync } from "node:zlib";
import { LIMITS } from "@logbook/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, call, newMember, type Person, reportBody } from "../support/actors.ts";
import { type RunningApi, serveFunctions } from "../support/functions-process.ts";
import { db, ORIGIN, uniqueId } from "../support/suite.ts";
import { sendRaw } from "./direct-requests.ts";
import { expectFailure } from "./expect-failure.ts";

const MEGABYTE = 1024 * 1024;

let member: Person;
let served: RunningApi;
beforeAll(async () => {
  [member, served] = await Promise.all([newMember(), serveFunctions()]);
});
afterAll(() => served.stop());

/** Expects that a request with a new report is refused and stores nothing. */
async function expectRefused(
  send: (id: string) => Promise<ApiResponse>,
  status: number,
  code: Parameters<typeof expectFailure>[2],
) {
  const id = uniqueId("never");
  expectFailure(await send(id), status, code);
  expect((await db.doc(`issues/${id}`).get()).exists).toBe(false);
}

describe.each([
  ["the emulator", () => ORIGIN],
  ["the functions framework", () => served.origin],
])("a request body, parsed by %s,", (_, origin) => {
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    call("POST", "/api/issues", { origin: origin(), as: member, body, headers });

  it.each<[string, (whole: string) => string]>([
    ["not JSON", () => "not json"],
    ["truncated", (whole) => whole.slice(0, -1)],
    ["followed by more text", (whole) => `${whole}x`],
    ["preceded by two byte order marks", (whole) => `\uFEFF\uFEFF${whole}`],
  ])("threat 7: is refused with 400 and the API's own error if it is %s", async (_, change) => {
    await expectRefused((id) => post(change(JSON.stringify(reportBody({ id })))), 400, "bad-json");
  });

  it.each([["[]"], ['"text"'], ["3"], ["null"]])(
    "threat 7: is refused with 400 if it is %s and not an object",
    async (body) => {
      expectFailure(await post(body), 400, "bad-request");
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
    await expectRefused((id) => post(reportBody({ id }), { "content-type": type }), 415, "unsupported-type");
  });

  it.each([
    ["one byte too large", LIMITS.bodyBytes + 1],
    ["31 MB large", 31 * MEGABYTE],
  ])("threat 7: is refused with 413 if it is %s", async (_, bytes) => {
    await expectRefused((id) => post(JSON.stringify(reportBody({ id })).padEnd(bytes, " ")), 413, "too-large");
  });

  it("is accepted if it has the greatest allowed size", async () => {
    const body = JSON.stringify(reportBody({ description: "d" })).padEnd(LIMITS.bodyBytes, " ");
    expect((await post(body)).status).toBe(201);
  });

  it("threat 7: is refused with 400 if it is nested 100,000 levels deep, and the API still answers", async () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    for (const field of ["title", "attachments", "unknown"])
      await expectRefused(
        (id) => post(`{"id":"${id}","type":"bug","description":"d","${field}":${deep}}`),
        400,
        "bad-request",
      );
    await expectRefused((id) => post({ ...reportBody({ id }), attachments: deep }), 400, "bad-request");
    expect((await call("GET", "/api/health", { origin: origin() })).status).toBe(200);
  });

  it("threat 3: cannot set an object's prototype", async () => {
    for (const key of ["__proto__", "constructor"])
      await expectRefused(
        (id) => post(JSON.stringify(reportBody({ id })).replace("{", `{"${key}":{"isAdmin":true},`)),
        400,
        "bad-request",
      );
  });
});

/** A direct request to the function may have paths that Hosting would not forward. */
const ADDRESSES = ["/api/auth/login", "/x", "//api/issues", "http://logbook/api/auth/login", "/%E0%A4%A"];

describe("the function's memory", () => {
  const LARGE_MEGABYTES = 31;
  const REQUESTS = 10;
  const large = new Uint8Array(LARGE_MEGABYTES * MEGABYTE).fill(32);
  const compressed = gzipSync(Buffer.alloc(200 * MEGABYTE, " "));
  const BODIES = {
    "large bodies": { body: large, headers: {}, status: 413 },
    "compressed bodies of 200 MB": { body: compressed, headers: { "content-encoding": "gzip" }, status: 415 },
  };
  // For an unknown path the status does not depend on the body.
  const unknownPaths = new Map([
    ["/x", 404],
    ["//api/issues", 404],
    ["/%E0%A4%A", 400],
  ]);

  it.each(
    Object.keys(BODIES).flatMap((what) => ADDRESSES.map((address) => [what as keyof typeof BODIES, address] as const)),
  )("threat 7: does not grow with %s sent to %s", async (what, address) => {
    const { body, headers, status } = BODIES[what];
    const before = residentMegabytes(served.pid);
    let peak = before;
    const watching = setInterval(() => {
      peak = Math.max(peak, residentMegabytes(served.pid));
    }, 50);
    const responses = await Promise.all(
      Array.from({ length: REQUESTS }, () =>
        sendRaw("POST", served.origin, address, { headers: { "content-type": "text/plain", ...headers }, body }),
      ),
    ).finally(() => clearInterval(watching));
    expect(responses.map((response) => response.status)).toEqual(
      responses.map(() => unknownPaths.get(address) ?? status),
    );
    // Discarded chunks stay resident until they are collected, up to 107 MB. Buffered bodies would take 310 MB.
    expect(peak - before).toBeLessThan((REQUESTS * LARGE_MEGABYTES) / 2);
  });
});

function residentMegabytes(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}
