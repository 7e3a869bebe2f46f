import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Route } from "../../functions/src/route.ts";
import { ROUTES } from "../../functions/src/routes.ts";
import { call, getIdToken, newAdmin, newMember, type Person, reportBody } from "../support/actors.ts";
import { type RunningApi, serveFunctions } from "../support/functions-process.ts";
import { eventually, uniqueId } from "../support/suite.ts";
import { sendRaw } from "./direct-requests.ts";

/** Part of every text that users send in these tests: the log must not contain it. */
const MARK = "xyzzy";
const secret = (): string => `${MARK} ${uniqueId("s")}`;

type Line = Record<string, unknown>;

/** Parses a log; each line must be one entry. */
function parseLog(log: string): Line[] {
  const lines = log.split("\n").filter((line) => line.startsWith("{"));
  return lines.map((line) => JSON.parse(line) as Line);
}

/** The log line of a response. */
function logLineOf(served: RunningApi, response: { headers: Headers }): Promise<Line> {
  const id = response.headers.get("x-request-id");
  return eventually(`The log line of ${id}`, async () => {
    return parseLog(served.log()).find(({ requestId, status }) => requestId === id && status !== undefined) ?? null;
  });
}

/** A Firestore that answers 400 with the whole request in the message. The API treats this as a bug of its own. */
function startEchoingFirestore(): Promise<Server> {
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
let echoingFirestore: Server;
let healthy: RunningApi;
let withoutFirestore: RunningApi;
let withEchoingFirestore: RunningApi;
const tokens = new Set<string>();

beforeAll(async () => {
  [member, admin, echoingFirestore] = await Promise.all([newMember(), newAdmin(), startEchoingFirestore()]);
  const newPassword = { currentPassword: member.password, newPassword: `${MARK}-password` };
  const { body } = await call("POST", "/api/auth/password", { as: member, body: newPassword });
  member.idToken = await getIdToken(body.token);
  [healthy, withoutFirestore, withEchoingFirestore] = await Promise.all([
    serveFunctions(),
    // Nothing listens on port 1.
    serveFunctions({ env: { FIRESTORE_EMULATOR_HOST: "127.0.0.1:1" } }),
    serveFunctions({
      env: { FIRESTORE_EMULATOR_HOST: `127.0.0.1:${(echoingFirestore.address() as AddressInfo).port}` },
    }),
  ]);
});
afterAll(async () => {
  await Promise.all([healthy, withoutFirestore, withEchoingFirestore].map((served) => served.stop()));
  echoingFirestore.close();
});

/** Every field that a call may have; each text contains `MARK`. */
function everyField(): Record<string, unknown> {
  return {
    ...reportBody({ title: secret(), description: secret(), websiteUrl: `https://example.org/${MARK}` }),
    ...{ reproductionSteps: secret(), environmentInfo: secret(), expectedResult: secret(), actualResult: secret() },
    ...{ password: `${MARK}-password`, currentPassword: `${MARK}-password`, newPassword: `${MARK}-new` },
    ...{ text: secret(), [`${MARK}Field`]: secret() },
  };
}

/** Sends every call of the route table: valid, invalid and malformed. */
async function sendAllCalls(origin: string): Promise<Awaited<ReturnType<typeof call>>[]> {
  const responses: Awaited<ReturnType<typeof call>>[] = [];
  const send = async (...[method, path, options]: Parameters<typeof call>) => {
    const response = await call(method, path, { origin, ...options });
    for (const text of [response.body?.token, options?.token]) if (typeof text === "string") tokens.add(text);
    responses.push(response);
    return response;
  };
  const headers = { "x-firebase-appcheck": `${MARK}-app`, cookie: `__session=${MARK}`, "user-agent": MARK };
  const sendToRoute = async ({ method, path }: Route): Promise<void> => {
    const address = `${path.replace(/:\w+/g, MARK)}?search=${MARK}&page=1`;
    const withBody = method === "GET" ? {} : { body: everyField() };
    await Promise.all([member, admin, undefined].map((as) => send(method, address, { as, headers, ...withBody })));
    await send(method, address, { token: `${MARK}.${MARK}.${MARK}`, headers, ...withBody });
    if (method === "GET") return;
    for (const body of [`{"password":"${MARK}`, `${MARK}`, `"${MARK}"`, MARK.repeat(60_000)])
      await send(method, address, { as: member, headers, body });
    await send(method, address, { as: member, headers: { ...headers, "content-type": `text/${MARK}` }, body: MARK });
  };
  const sendToUnknownPaths = async (): Promise<void> => {
    await send("GET", `/api/${MARK}`);
    await send("GET", `/api/issues/%E0%A4%A${MARK}`, { as: member });
    await send("DELETE", `/api/issues/%E0%A4%A${MARK}`, { as: admin, body: {} });
    // No browser requests these paths, but a direct client of the function may.
    for (const address of [`/${MARK}`, "//api/auth/login", "http://logbook/api/auth/login", `/%E0%A4%A${MARK}`])
      for (const type of ["application/json", "application/cloudevents+json", "text/plain; charset=xyzzy"])
        responses.push(
          await sendRaw("POST", origin, address, {
            headers: { ...headers, "content-type": type },
            body: `{"password":"${MARK}`,
          }),
        );
  };
  const { password, currentPassword, newPassword, text, [`${MARK}Field`]: _, ...filed } = everyField();
  const signUp = async (): Promise<void> => {
    const { status, body } = await send("POST", "/api/auth/register", { body: { username: uniqueId("m"), password } });
    if (status !== 201) return;
    const token = await getIdToken(body.token);
    await send("POST", "/api/auth/password", { token, body: { currentPassword, newPassword } });
  };
  const signIn = (password: unknown) =>
    send("POST", "/api/auth/login", { body: { username: member.username, password } });
  const fileAndDeleteReport = async (): Promise<void> => {
    const { body } = await send("POST", "/api/issues", { as: admin, body: filed });
    const issueId = body?.issue?.id ?? filed.id;
    await send("POST", "/api/issues/amendment", { as: member, body: { issueId, text } });
    await send("PUT", `/api/issues/${issueId}`, { as: admin, body: { status: "IN_PROGRESS" } });
    await send("GET", `/api/issues?search=${MARK}`, { as: member });
    await send("DELETE", `/api/issues/${issueId}`, { as: admin, body: {} });
  };
  // Send all calls at the same time, because without Firestore each ends only after a timeout.
  await Promise.all([
    ...ROUTES.map(sendToRoute),
    ...[sendToUnknownPaths(), signUp(), signIn(password), signIn(`${MARK}-wrong`), fileAndDeleteReport()],
  ]);
  return responses;
}

function expectNoUserData(log: string): void {
  expect(log.match(new RegExp(`.{0,200}${MARK}.{0,200}`, "i"))?.[0]).toBeUndefined();
  const tokenParts = [member.idToken, admin.idToken, ...tokens].flatMap((token) => [token, ...token.split(".")]);
  for (const part of tokenParts.filter((text) => text.length > 30)) expect(log).not.toContain(part);
  for (const { uid, username } of [member, admin]) {
    expect(log).not.toContain(uid);
    expect(log).not.toContain(username);
  }
}

describe("the function's log", () => {
  it("has one line for each request, with its response's id, and no text, token or name of a user", async () => {
    const responses = await sendAllCalls(healthy.origin);
    for (const response of responses) {
      const line = await logLineOf(healthy, response);
      expect(line).toMatchObject({ status: response.status, route: expect.any(String), ms: expect.any(Number) });
    }
    const lines = parseLog(healthy.log());
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
      (await logLineOf(healthy, await call("GET", "/api/me", { origin: healthy.origin, as }))).member;
    const memberHash = await ask(member);
    expect(memberHash).toMatch(/^[0-9a-f]{16}$/);
    expect(await ask(member)).toBe(memberHash);
    expect(await ask(admin)).not.toBe(memberHash);
    expect(await ask()).toBeUndefined();
  });

  it("has no text, token or name of a user while Firestore cannot be reached", async () => {
    const responses = await sendAllCalls(withoutFirestore.origin);
    expect(responses.map(({ status }) => status)).toContain(503);
    for (const response of responses) await logLineOf(withoutFirestore, response);
    expectNoUserData(withoutFirestore.log());
  }, 240_000);

  it("reports an unexpected error with its stack in Error Reporting's format, without the error's message", async () => {
    const responses = await sendAllCalls(withEchoingFirestore.origin);
    const failed = responses.find(({ status }) => status === 500);
    expect(failed?.body).toMatchObject({ success: false, code: "internal" });
    await logLineOf(withEchoingFirestore, failed!);
    const id = failed!.headers.get("x-request-id");
    const reported = parseLog(withEchoingFirestore.log()).find(
      (line) => line.requestId === id && line["@type"] !== undefined,
    );
    expect(reported).toMatchObject({
      severity: "ERROR",
      "@type": "type.googleapis.com/google.devtools.clouderrorreporting.v1beta1.ReportedErrorEvent",
      stack_trace: expect.stringMatching(/^MalformedRequest\n {4}at .+:\d+:\d+/),
      serviceContext: { service: "api" },
      context: { httpRequest: { method: expect.any(String), url: expect.stringMatching(/^\/api\//) } },
    });
    expectNoUserData(withEchoingFirestore.log());
  }, 240_000);

  it("links a request to the platform's trace", async () => {
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const response = await call("GET", "/api/health", { origin: healthy.origin, headers: { traceparent } });
    expect(await logLineOf(healthy, response)).toMatchObject({
      "logging.googleapis.com/trace": expect.stringMatching(
        /^projects\/[^/]+\/traces\/0af7651916cd43dd8448eb211c80319c$/,
      ),
    });
  });
});
