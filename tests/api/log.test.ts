import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Route } from "../../functions/src/route.ts";
import { ROUTES } from "../../functions/src/routes.ts";
import { call, exchange, newAdmin, newMember, type Person, report } from "../support/actors.ts";
import { type RunningApi, serveFunctions } from "../support/functions-process.ts";
import { eventually, uniqueId } from "../support/suite.ts";
import { sendRaw } from "./direct-requests.ts";

/** Part of every text that users send here, so it must not occur in the log. */
const MARK = "xyzzy";
const secret = (): string => `${MARK} ${uniqueId("s")}`;

type Line = Record<string, unknown>;

/** Parses a log; each line must be one entry. */
function entries(log: string): Line[] {
  const lines = log.split("\n").filter((line) => line.startsWith("{"));
  return lines.map((line) => JSON.parse(line) as Line);
}

/** The log line of a response. */
function lineOf(served: RunningApi, response: { headers: Headers }): Promise<Line> {
  const id = response.headers.get("x-request-id");
  return eventually(`The log line of ${id}`, async () => {
    return entries(served.log()).find(({ requestId, status }) => requestId === id && status !== undefined) ?? null;
  });
}

/** A Firestore that answers 400 with the whole request in its message: to the function, a bug in the API. */
function echoingFirestore(): Promise<Server> {
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => {
      body += text;
    });
    request.on("end", () => {
      const message = `cannot be read: ${body} ${request.headers.authorization}\n    at here (/${MARK}/place.ts:1:1)`;
      response.writeHead(400, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { code: 400, status: `INVALID_ARGUMENT ${MARK}`, message } }));
    });
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(server)));
}

let member: Person;
let admin: Person;
let echo: Server;
let healthy: RunningApi;
let cutOff: RunningApi;
let failing: RunningApi;
const tokens = new Set<string>();

beforeAll(async () => {
  [member, admin, echo] = await Promise.all([newMember(), newAdmin(), echoingFirestore()]);
  const newPassword = { currentPassword: member.password, newPassword: `${MARK}-password` };
  const { body } = await call("POST", "/api/auth/password", { as: member, body: newPassword });
  member.idToken = await exchange(body.token);
  [healthy, cutOff, failing] = await Promise.all([
    serveFunctions(),
    // Nothing listens on port 1.
    serveFunctions({ env: { FIRESTORE_EMULATOR_HOST: "127.0.0.1:1" } }),
    serveFunctions({ env: { FIRESTORE_EMULATOR_HOST: `127.0.0.1:${(echo.address() as AddressInfo).port}` } }),
  ]);
});
afterAll(async () => {
  await Promise.all([healthy, cutOff, failing].map((served) => served.stop()));
  echo.close();
});

/** Every field that a call may have, each text with the mark. */
function everything(): Record<string, unknown> {
  return {
    ...report({ title: secret(), description: secret(), websiteUrl: `https://example.org/${MARK}` }),
    ...{ reproductionSteps: secret(), environmentInfo: secret(), expectedResult: secret(), actualResult: secret() },
    ...{ password: `${MARK}-password`, currentPassword: `${MARK}-password`, newPassword: `${MARK}-new` },
    ...{ text: secret(), [`${MARK}Field`]: secret() },
  };
}

/** Sends every call of the route table: valid, invalid and malformed. */
async function tryAll(at: string): Promise<Awaited<ReturnType<typeof call>>[]> {
  const responses: Awaited<ReturnType<typeof call>>[] = [];
  const ask = async (...[method, path, options]: Parameters<typeof call>) => {
    const response = await call(method, path, { at, ...options });
    for (const text of [response.body?.token, options?.token]) if (typeof text === "string") tokens.add(text);
    responses.push(response);
    return response;
  };
  const headers = { "x-firebase-appcheck": `${MARK}-app`, cookie: `__session=${MARK}`, "user-agent": MARK };
  const tryRoute = async ({ method, path }: Route): Promise<void> => {
    const address = `${path.replace(/:\w+/g, MARK)}?search=${MARK}&page=1`;
    const withBody = method === "GET" ? {} : { body: everything() };
    await Promise.all([member, admin, undefined].map((as) => ask(method, address, { as, headers, ...withBody })));
    await ask(method, address, { token: `${MARK}.${MARK}.${MARK}`, headers, ...withBody });
    if (method === "GET") return;
    for (const body of [`{"password":"${MARK}`, `${MARK}`, `"${MARK}"`, MARK.repeat(60_000)])
      await ask(method, address, { as: member, headers, body });
    await ask(method, address, { as: member, headers: { ...headers, "content-type": `text/${MARK}` }, body: MARK });
  };
  const tryAddresses = async (): Promise<void> => {
    await ask("GET", `/api/${MARK}`);
    await ask("GET", `/api/issues/%E0%A4%A${MARK}`, { as: member });
    await ask("DELETE", `/api/issues/%E0%A4%A${MARK}`, { as: admin, body: {} });
    // No browser sends these, but a direct client of the function may.
    for (const address of [`/${MARK}`, "//api/auth/login", "http://logbook/api/auth/login", `/%E0%A4%A${MARK}`])
      for (const type of ["application/json", "application/cloudevents+json", "text/plain; charset=xyzzy"])
        responses.push(
          await sendRaw("POST", at, address, {
            headers: { ...headers, "content-type": type },
            body: `{"password":"${MARK}`,
          }),
        );
  };
  const { password, currentPassword, newPassword, text, [`${MARK}Field`]: _, ...filed } = everything();
  const signUp = async (): Promise<void> => {
    const { status, body } = await ask("POST", "/api/auth/register", { body: { username: uniqueId("m"), password } });
    if (status !== 201) return;
    const token = await exchange(body.token);
    await ask("POST", "/api/auth/password", { token, body: { currentPassword, newPassword } });
  };
  const signIn = (tried: unknown) =>
    ask("POST", "/api/auth/login", { body: { username: member.username, password: tried } });
  const lifeOfReport = async (): Promise<void> => {
    const { body } = await ask("POST", "/api/issues", { as: admin, body: filed });
    const issueId = body?.issue?.id ?? filed.id;
    await ask("POST", "/api/issues/amendment", { as: member, body: { issueId, text } });
    await ask("PUT", `/api/issues/${issueId}`, { as: admin, body: { status: "IN_PROGRESS" } });
    await ask("GET", `/api/issues?search=${MARK}`, { as: member });
    await ask("DELETE", `/api/issues/${issueId}`, { as: admin, body: {} });
  };
  // At the same time, because calls without Firestore end only after a timeout.
  await Promise.all([
    ...ROUTES.map(tryRoute),
    ...[tryAddresses(), signUp(), signIn(password), signIn(`${MARK}-wrong`), lifeOfReport()],
  ]);
  return responses;
}

function expectNoUserData(log: string): void {
  expect(log.match(new RegExp(`.{0,200}${MARK}.{0,200}`, "i"))?.[0]).toBeUndefined();
  const all = [member.idToken, admin.idToken, ...tokens].flatMap((token) => [token, ...token.split(".")]);
  for (const part of all.filter((text) => text.length > 30)) expect(log).not.toContain(part);
  for (const { uid, username } of [member, admin]) {
    expect(log).not.toContain(uid);
    expect(log).not.toContain(username);
  }
}

describe("the function's log", () => {
  it("has one line for each request, with its response's id, and no text, token or name of a user", async () => {
    const responses = await tryAll(healthy.origin);
    for (const response of responses) {
      const line = await lineOf(healthy, response);
      expect(line).toMatchObject({ status: response.status, route: expect.any(String), ms: expect.any(Number) });
    }
    const lines = entries(healthy.log());
    const statuses = new Set(responses.map(({ status }) => status));
    for (const status of [200, 201, 400, 401, 403, 404, 413, 415]) expect(statuses).toContain(status);
    const ids = lines.filter(({ status }) => status !== undefined).map(({ requestId }) => requestId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { method, path } of ROUTES)
      expect(lines).toContainEqual(expect.objectContaining({ method, route: path }));
    expect(lines.filter(({ severity }) => severity === "ERROR")).toEqual([]);
    expectNoUserData(healthy.log());
  }, 120_000);

  it("names each member by a hash of their own, and nobody for signed-out requests", async () => {
    const ask = async (as?: Person): Promise<unknown> =>
      (await lineOf(healthy, await call("GET", "/api/me", { at: healthy.origin, as }))).member;
    const one = await ask(member);
    expect(one).toMatch(/^[0-9a-f]{16}$/);
    expect(await ask(member)).toBe(one);
    expect(await ask(admin)).not.toBe(one);
    expect(await ask()).toBeUndefined();
  });

  it("has no text, token or name of a user while Firestore cannot be reached", async () => {
    const responses = await tryAll(cutOff.origin);
    expect(responses.map(({ status }) => status)).toContain(503);
    for (const response of responses) await lineOf(cutOff, response);
    expectNoUserData(cutOff.log());
  }, 240_000);

  it("reports an unexpected error with its stack in Error Reporting's format, without the error's message", async () => {
    const responses = await tryAll(failing.origin);
    const wrong = responses.find(({ status }) => status === 500);
    expect(wrong?.body).toMatchObject({ success: false, code: "internal" });
    await lineOf(failing, wrong!);
    const id = wrong!.headers.get("x-request-id");
    const reported = entries(failing.log()).find((line) => line.requestId === id && line["@type"] !== undefined);
    expect(reported).toMatchObject({
      severity: "ERROR",
      "@type": "type.googleapis.com/google.devtools.clouderrorreporting.v1beta1.ReportedErrorEvent",
      stack_trace: expect.stringMatching(/^MalformedRequest\n {4}at .+:\d+:\d+/),
      serviceContext: { service: "api" },
      context: { httpRequest: { method: expect.any(String), url: expect.stringMatching(/^\/api\//) } },
    });
    expectNoUserData(failing.log());
  }, 240_000);

  it("links a request to the platform's trace", async () => {
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const response = await call("GET", "/api/health", { at: healthy.origin, headers: { traceparent } });
    expect(await lineOf(healthy, response)).toMatchObject({
      "logging.googleapis.com/trace": expect.stringMatching(
        /^projects\/[^/]+\/traces\/0af7651916cd43dd8448eb211c80319c$/,
      ),
    });
  });
});
