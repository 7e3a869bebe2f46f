import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Route } from "../../functions/src/route.ts";
import { ROUTES } from "../../functions/src/routes.ts";
import { type ApiResponse, call, getIdToken, newAdmin, newMember, type Person, reportBody } from "../support/actors.ts";
import { type RunningApi, serveFunctions } from "../support/functions-process.ts";
import { eventually, uniqueId } from "../support/suite.ts";
import { sendRaw } from "./direct-requests.ts";

/** A part of every text that users send in these tests. The log must not contain it. */
const MARK = "xyzzy";
const PASSWORD = `${MARK}-password`;
const NEW_PASSWORD = `${MARK}-new`;
const secretText = (): string => `${MARK} ${uniqueId("s")}`;

type Line = Record<string, unknown>;

/** Parses the JSON lines of a log. */
function parseLog(log: string): Line[] {
  const lines = log.split("\n").filter((line) => line.startsWith("{"));
  return lines.map((line) => JSON.parse(line) as Line);
}

/** Waits for the log line about a response of the API. Other lines with the same id, of errors, have no `status`. */
function waitForLogLine(api: RunningApi, response: { headers: Headers }): Promise<Line> {
  const id = response.headers.get("x-request-id");
  return eventually(`The log line of ${id}`, async () => {
    return parseLog(api.log()).find(({ requestId, status }) => requestId === id && status !== undefined) ?? null;
  });
}

/** A Firestore that answers 400 with the whole request in the message. The API treats a 400 as a bug of its own. */
function startEchoingFirestore(): Promise<Server> {
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      body += chunk;
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
let healthyApi: RunningApi;
let apiWithoutFirestore: RunningApi;
let apiWithEchoingFirestore: RunningApi;
/** All tokens in requests and responses of these tests. */
const tokens = new Set<string>();

beforeAll(async () => {
  [member, admin, echoingFirestore] = await Promise.all([newMember(), newAdmin(), startEchoingFirestore()]);
  const passwordChange = { currentPassword: member.password, newPassword: PASSWORD };
  const { body } = await call("POST", "/api/auth/password", { as: member, body: passwordChange });
  member.idToken = await getIdToken(body.token);
  [healthyApi, apiWithoutFirestore, apiWithEchoingFirestore] = await Promise.all([
    serveFunctions(),
    // Nothing listens on port 1.
    serveFunctions({ env: { FIRESTORE_EMULATOR_HOST: "127.0.0.1:1" } }),
    serveFunctions({
      env: { FIRESTORE_EMULATOR_HOST: `127.0.0.1:${(echoingFirestore.address() as AddressInfo).port}` },
    }),
  ]);
});
afterAll(async () => {
  await Promise.all([healthyApi, apiWithoutFirestore, apiWithEchoingFirestore].map(({ stop }) => stop()));
  echoingFirestore.close();
});

/** The body of a new report; each text contains `MARK`. */
function createSecretReport(): Record<string, unknown> {
  return {
    ...reportBody({ title: secretText(), description: secretText(), websiteUrl: `https://example.org/${MARK}` }),
    reproductionSteps: secretText(),
    environmentInfo: secretText(),
    expectedResult: secretText(),
    actualResult: secretText(),
  };
}

/** A body with every field that a call may have, and an unknown field. */
function createEveryField(): Record<string, unknown> {
  return {
    ...createSecretReport(),
    password: PASSWORD,
    currentPassword: PASSWORD,
    newPassword: NEW_PASSWORD,
    text: secretText(),
    [`${MARK}Field`]: secretText(),
  };
}

/** Sends every call of the route table: valid, invalid and malformed. */
async function sendAllCalls(origin: string): Promise<ApiResponse[]> {
  const responses: ApiResponse[] = [];
  const send = async (method: string, path: string, options: Parameters<typeof call>[2] = {}) => {
    const response = await call(method, path, { origin, ...options });
    for (const token of [response.body?.token, options.token]) if (typeof token === "string") tokens.add(token);
    responses.push(response);
    return response;
  };
  const headers = { "x-firebase-appcheck": `${MARK}-app`, cookie: `__session=${MARK}`, "user-agent": MARK };
  const sendToRoute = async ({ method, path }: Route): Promise<void> => {
    // `MARK` as an id is unknown or malformed, so most of these calls fail.
    const address = `${path.replace(/:\w+/g, MARK)}?search=${MARK}&page=1`;
    const options = method === "GET" ? { headers } : { headers, body: createEveryField() };
    await Promise.all([member, admin, undefined].map((as) => send(method, address, { as, ...options })));
    await send(method, address, { token: `${MARK}.${MARK}.${MARK}`, ...options });
    if (method === "GET") return;
    // Larger than `LIMITS.bodyBytes`.
    const tooLargeBody = MARK.repeat(60_000);
    for (const body of [`{"password":"${MARK}`, MARK, `"${MARK}"`, tooLargeBody])
      await send(method, address, { as: member, headers, body });
    await send(method, address, { as: member, headers: { ...headers, "content-type": `text/${MARK}` }, body: MARK });
  };
  const sendToUnknownPaths = async (): Promise<void> => {
    await send("GET", `/api/${MARK}`);
    await send("GET", `/api/issues/%E0%A4%A${MARK}`, { as: member });
    await send("DELETE", `/api/issues/%E0%A4%A${MARK}`, { as: admin, body: {} });
    // No browser requests these paths, but a direct client of the function may.
    for (const address of [`/${MARK}`, "//api/auth/login", "http://logbook/api/auth/login", `/%E0%A4%A${MARK}`])
      for (const type of ["application/json", "application/cloudevents+json", `text/plain; charset=${MARK}`])
        responses.push(
          await sendRaw("POST", origin, address, {
            headers: { ...headers, "content-type": type },
            body: `{"password":"${MARK}`,
          }),
        );
  };
  const registerAndChangePassword = async (): Promise<void> => {
    const { status, body } = await send("POST", "/api/auth/register", {
      body: { username: uniqueId("m"), password: PASSWORD },
    });
    // Without a working Firestore there is no account.
    if (status !== 201) return;
    const token = await getIdToken(body.token);
    await send("POST", "/api/auth/password", {
      token,
      body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
    });
  };
  const logIn = (password: string) =>
    send("POST", "/api/auth/login", { body: { username: member.username, password } });
  const fileAndDeleteReport = async (): Promise<void> => {
    const report = createSecretReport();
    const issueId = report.id;
    await send("POST", "/api/issues", { as: admin, body: report });
    await send("POST", "/api/issues/amendment", { as: member, body: { issueId, text: secretText() } });
    await send("PUT", `/api/issues/${issueId}`, { as: admin, body: { status: "IN_PROGRESS" } });
    await send("GET", `/api/issues?search=${MARK}`, { as: member });
    await send("DELETE", `/api/issues/${issueId}`, { as: admin, body: {} });
  };
  // Send all calls at the same time, because without Firestore each ends only after a timeout.
  await Promise.all([
    ...ROUTES.map(sendToRoute),
    sendToUnknownPaths(),
    registerAndChangePassword(),
    logIn(PASSWORD),
    logIn(`${MARK}-wrong`),
    fileAndDeleteReport(),
  ]);
  return responses;
}

function expectNoUserData(log: string): void {
  expect(log.match(new RegExp(`.{0,200}${MARK}.{0,200}`, "i"))?.[0]).toBeUndefined();
  const tokenParts = [member.idToken, admin.idToken, ...tokens].flatMap((token) => [token, ...token.split(".")]);
  // A short part of a token could be in the log by chance.
  for (const tokenPart of tokenParts.filter(({ length }) => length > 30)) expect(log).not.toContain(tokenPart);
  for (const { uid, username } of [member, admin]) {
    expect(log).not.toContain(uid);
    expect(log).not.toContain(username);
  }
}

describe("the function's log", () => {
  it("has one line for each request, with the id in the response, and no text, token or name of a user", async () => {
    const responses = await sendAllCalls(healthyApi.origin);
    for (const response of responses) {
      const line = await waitForLogLine(healthyApi, response);
      expect(line).toMatchObject({ status: response.status, route: expect.any(String), ms: expect.any(Number) });
    }
    const lines = parseLog(healthyApi.log());
    const statuses = new Set(responses.map(({ status }) => status));
    for (const status of [200, 201, 400, 401, 403, 404, 413, 415]) expect(statuses).toContain(status);
    const ids = lines.filter(({ status }) => status !== undefined).map(({ requestId }) => requestId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { method, path } of ROUTES)
      expect(lines).toContainEqual(expect.objectContaining({ method, route: path }));
    expect(lines.filter(({ severity }) => severity === "ERROR")).toEqual([]);
    expectNoUserData(healthyApi.log());
  }, 120_000);

  it("names each member by a hash of their own, and has no hash for signed-out requests", async () => {
    const readLoggedMember = async (as?: Person): Promise<unknown> =>
      (await waitForLogLine(healthyApi, await call("GET", "/api/me", { origin: healthyApi.origin, as }))).member;
    const memberHash = await readLoggedMember(member);
    expect(memberHash).toMatch(/^[0-9a-f]{16}$/);
    expect(await readLoggedMember(member)).toBe(memberHash);
    expect(await readLoggedMember(admin)).not.toBe(memberHash);
    expect(await readLoggedMember()).toBeUndefined();
  });

  it("has no text, token or name of a user while Firestore cannot be reached", async () => {
    const responses = await sendAllCalls(apiWithoutFirestore.origin);
    expect(responses.map(({ status }) => status)).toContain(503);
    for (const response of responses) await waitForLogLine(apiWithoutFirestore, response);
    expectNoUserData(apiWithoutFirestore.log());
  }, 240_000);

  it("reports an unexpected error with its stack in Error Reporting's format, without the error's message", async () => {
    const responses = await sendAllCalls(apiWithEchoingFirestore.origin);
    const failedResponse = responses.find(({ status }) => status === 500);
    expect(failedResponse?.body).toMatchObject({ success: false, code: "internal" });
    await waitForLogLine(apiWithEchoingFirestore, failedResponse!);
    const id = failedResponse!.headers.get("x-request-id");
    const errorReport = parseLog(apiWithEchoingFirestore.log()).find(
      (line) => line.requestId === id && line["@type"] !== undefined,
    );
    expect(errorReport).toMatchObject({
      severity: "ERROR",
      "@type": "type.googleapis.com/google.devtools.clouderrorreporting.v1beta1.ReportedErrorEvent",
      stack_trace: expect.stringMatching(/^MalformedRequest\n {4}at .+:\d+:\d+/),
      serviceContext: { service: "api" },
      context: { httpRequest: { method: expect.any(String), url: expect.stringMatching(/^\/api\//) } },
    });
    expectNoUserData(apiWithEchoingFirestore.log());
  }, 240_000);
});
