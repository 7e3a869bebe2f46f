import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { LIMITS } from "@logbook/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, fileReport, newMember, type Person, reportBody, upload } from "../support/actors.ts";
import { type RunningApi, serveFunctions } from "../support/functions-process.ts";
import { functionsOrigin, ORIGIN, PROJECT, uniqueId } from "../support/suite.ts";

const COMMON_HEADERS = {
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};
const API_HEADERS = { ...COMMON_HEADERS, "content-security-policy": "default-src 'none'; frame-ancestors 'none'" };

let member: Person;
let attachmentUrl: string;
/** The function without Hosting in front of it. */
let api: RunningApi;
beforeAll(async () => {
  [member, api] = await Promise.all([newMember(), serveFunctions()]);
  const id = uniqueId("r");
  const path = `attachments/${member.uid}/${id}/${uniqueId("f")}`;
  const bytes = new TextEncoder().encode("a note");
  await upload(member, path, bytes, "text/plain");
  attachmentUrl = `/api/${path}`;
  await fileReport(member, {
    id,
    attachments: [{ name: "note.txt", size: bytes.length, type: "text/plain", url: attachmentUrl }],
  });
});

afterAll(() => api.stop());

function pickHeaders(headers: Headers, names: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(names.map((name) => [name, headers.get(name)]));
}

function expectApiHeaders(headers: Headers): void {
  expect(pickHeaders(headers, Object.keys(API_HEADERS))).toEqual(API_HEADERS);
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get("access-control-allow-origin")).toBeNull();
}

type SentRequest = [method: string, path: string, status: number, options?: Parameters<typeof call>[2]];

const REQUESTS: SentRequest[] = [
  ["GET", "/api/health", 200],
  ["HEAD", "/api/health", 200],
  ["OPTIONS", "/api/issues", 405],
  ["GET", "/api/me", 401],
  ["GET", "/api/nothing", 404],
  ["PATCH", "/api/issues", 405],
  ["POST", "/api/auth/login", 400, { body: '{"username":"x' }],
  ["POST", "/api/auth/login", 401, { body: { username: "nobody", password: "x" } }],
  ["POST", "/api/auth/login", 413, { body: " ".repeat(LIMITS.bodyBytes + 1) }],
  ["POST", "/api/auth/login", 415, { body: "x", headers: { "content-type": "text/html" } }],
];

describe("a response of the API", () => {
  it.each(REQUESTS)(
    "to %s %s with status %i has the security headers and must not be cached",
    async (method, path, status, options) => {
      for (const origin of [ORIGIN, api.origin]) {
        const { status: actualStatus, headers } = await call(method, path, { origin, ...options });
        expect(actualStatus).toBe(status);
        expectApiHeaders(headers);
        expect(headers.get("cache-control")).toContain("no-store");
      }
    },
  );

  it("does not name the server's software, also for a path that cannot be decoded", async () => {
    for (const path of ["/api/health", "/api/me", "/api/issues/%E0%A4%A"]) {
      const { headers } = await call("GET", path, { origin: api.origin });
      expectApiHeaders(headers);
      expect(headers.get("x-powered-by")).toBeNull();
      expect(headers.get("server")).toBeNull();
    }
    expect((await call("GET", "/api/issues/%E0%A4%A", { origin: api.origin })).body.code).toBe("bad-request");
  });

  it("to a member has the security headers", async () => {
    const { status, headers } = await call("GET", "/api/me", { as: member });
    expect(status).toBe(200);
    expectApiHeaders(headers);
    expect(headers.get("cache-control")).toContain("no-store");
  });

  it("with status 304 has the security headers", async () => {
    const firstResponse = await call("GET", "/api/issues?page=1", { as: member });
    expect(firstResponse.status).toBe(200);
    expectApiHeaders(firstResponse.headers);
    expect(firstResponse.headers.get("cache-control")).toBe("private, no-cache");
    // Repeat both requests, because other tests may move the board between them.
    await expect
      .poll(async () => {
        const { headers } = await call("GET", "/api/issues?page=1", { as: member });
        const revalidated = await call("GET", "/api/issues?page=1", {
          as: member,
          headers: { "if-none-match": headers.get("etag") ?? "" },
        });
        expectApiHeaders(revalidated.headers);
        return revalidated.status;
      })
      .toBe(304);
  });

  it.each<Record<string, string>>([{}, { "if-none-match": "*" }])(
    "with an attachment has a sandbox policy (request headers: %j)",
    async (headers) => {
      const response = await call("GET", attachmentUrl, { as: member, headers });
      expect(response.status).toBe("if-none-match" in headers ? 304 : 200);
      expect(pickHeaders(response.headers, Object.keys(COMMON_HEADERS))).toEqual(COMMON_HEADERS);
      expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none';.*sandbox/);
      expect(response.headers.get("cache-control")).toBe("private, max-age=3600");
    },
  );

  it("at the function's own address has the security headers", async () => {
    const origin = `${await functionsOrigin()}/${PROJECT}/us-central1/api`;
    for (const [path, status] of [
      ["/api/health", 200],
      ["/api/me", 401],
      ["/nothing", 404],
      ["/", 404],
    ] as const) {
      const response = await call("GET", path, { origin });
      expect(response.status).toBe(status);
      expectApiHeaders(response.headers);
    }
    expectApiHeaders(
      (await call("POST", "/api/issues", { origin, as: member, body: reportBody({ title: "" }) })).headers,
    );
  });
});

const pageHtml = await (await fetch(ORIGIN)).text();
/** The path of the first script that the page names. */
const [scriptPath] = /\/assets\/[^"]+\.js/.exec(pageHtml) ?? [];

/** The page's content security policy: the sources of each directive. */
async function readSecurityPolicy(): Promise<Record<string, string[]>> {
  const policy = (await fetch(ORIGIN)).headers.get("content-security-policy") ?? "";
  const directives = policy.split("; ").map((directive) => directive.split(" "));
  return Object.fromEntries(directives.map(([name, ...sources]) => [name, sources]));
}

describe("the page and its files", () => {
  it.each(["/", "/index.html", "/no/such/page", scriptPath!, "/favicon.png"])(
    "have the security headers for GET and HEAD: %s",
    async (path) => {
      const responses = [await fetch(ORIGIN + path), await fetch(ORIGIN + path, { method: "HEAD" })];
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      for (const { headers } of responses) {
        expect(pickHeaders(headers, Object.keys(COMMON_HEADERS))).toEqual(COMMON_HEADERS);
        expect(headers.get("content-security-policy")).toMatch(/^default-src 'none';/);
        expect(headers.get("permissions-policy")).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/);
      }
    },
  );

  it("are cached for a year if their names contain a hash of the content, and revalidated otherwise", async () => {
    const cacheControl = async (path: string) => (await fetch(ORIGIN + path)).headers.get("cache-control");
    expect(await cacheControl(scriptPath!)).toBe("public, max-age=31536000, immutable");
    for (const path of ["/", "/index.html", "/no/such/page"]) expect(await cacheControl(path)).toBe("no-cache");
  });

  it("allow other websites to load report.js and nothing else, and a new version of it arrives within an hour", async () => {
    const { status, headers } = await fetch(`${ORIGIN}/report.js`);
    expect(status).toBe(200);
    const { "cross-origin-resource-policy": _, ...otherHeaders } = COMMON_HEADERS;
    expect(pickHeaders(headers, Object.keys(otherHeaders))).toEqual(otherHeaders);
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(headers.get("cache-control")).toBe("public, max-age=3600");
  });

  it("threat 27: a file of an earlier build is 404 and not the page", async () => {
    const response = await fetch(`${ORIGIN}/assets/of-an-earlier-build.js`);
    expect(response.status).toBe(404);
    // The page contains this text.
    expect(await response.text()).not.toContain("firebase-config");
  });

  it("do not include the build's manifest", async () => {
    // The suite's Hosting sends the page for every path without a file, and so for this one.
    expect(await (await fetch(`${ORIGIN}/.vite/manifest.json`)).text()).toBe(pageHtml);
    // A deployment leaves out hidden folders such as `.vite`.
    const { hosting } = JSON.parse(await readFile(new URL("../../firebase.json", import.meta.url), "utf8"));
    expect(hosting.ignore).toContain("**/.*/**");
  });

  it("have a content security policy that allows the page's scripts and one inline script, but no other inline code", async () => {
    const policy = await readSecurityPolicy();
    const [, inlineScript] = /<script>([\s\S]*?)<\/script>/.exec(pageHtml)!;
    const hash = createHash("sha256").update(inlineScript!).digest("base64");
    expect(policy["script-src"]).toEqual(["'self'", `'sha256-${hash}'`]);
    expect(policy).toMatchObject({
      "default-src": ["'none'"],
      "img-src": ["'self'", "blob:", "data:"],
      "frame-ancestors": ["'none'"],
      "base-uri": ["'none'"],
      "form-action": ["'self'"],
    });
    // No wildcard, no source that is a whole scheme, and no `eval`.
    for (const sources of Object.values(policy))
      for (const source of sources) expect(source).not.toMatch(/\*|^(https?|wss?):$|unsafe-eval/);
  });

  it("have a content security policy that allows requests to the page's origin, Firebase's four services and this suite's emulators", async () => {
    const { "connect-src": allowedOrigins = [] } = await readSecurityPolicy();
    const emulatorOrigin = /^(http|ws):\/\/127\.0\.0\.1:\d+$/;
    expect(allowedOrigins.filter((origin) => !emulatorOrigin.test(origin))).toEqual([
      "'self'",
      "https://identitytoolkit.googleapis.com",
      "https://securetoken.googleapis.com",
      "https://firestore.googleapis.com",
      "https://firebasestorage.googleapis.com",
    ]);
  });
});
