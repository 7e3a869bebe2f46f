import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, newMember, type Person, reportBody } from "../support/actors.ts";
import { type RunningApi, serveFunctions } from "../support/functions-process.ts";
import { claimsOf, type Issuer, signedToken, startIssuer } from "../support/issuer.ts";
import { db, PROJECT, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

/** Keys that belong to neither issuer. */
const foreignKeys = generateKeyPairSync("rsa", { modulusLength: 2048 });

let member: Person;
let issuer: Issuer;
/** Signs tokens, but answers 500 to requests for the keys that verify them. */
let issuerWithoutKeys: Issuer;
let api: RunningApi;
let apiWithoutKeys: RunningApi;

const serveWithAppCheck = ({ apiOptions }: Issuer): Promise<RunningApi> =>
  serveFunctions({ ...apiOptions, env: { ...apiOptions.env, APP_CHECK: "on" } });

beforeAll(async () => {
  [member, issuer, issuerWithoutKeys] = await Promise.all([newMember(), startIssuer(), startIssuer(500)]);
  [api, apiWithoutKeys] = await Promise.all([serveWithAppCheck(issuer), serveWithAppCheck(issuerWithoutKeys)]);
});
afterAll(async () => {
  await Promise.all([api.stop(), apiWithoutKeys.stop(), issuer.close(), issuerWithoutKeys.close()]);
});

const appCheckHeader = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { "x-firebase-appcheck": token };

/** Without a check of the token, the API would refuse this query with 400. */
const INVALID_QUERY = "since=x&ids=";

const BAD_TOKENS: [string, () => string | undefined][] = [
  ["no token", () => undefined],
  ["an empty token", () => ""],
  ["a malformed token", () => "garbage"],
  ["an expired token", () => issuer.appCheckToken({ exp: Math.floor(Date.now() / 1000) - 10 })],
  ["a token of another project", () => issuer.appCheckToken({ aud: ["projects/99", "projects/another-project"] })],
  ["a token of another issuer", () => issuer.appCheckToken({ iss: `https://securetoken.google.com/${PROJECT}` })],
  ["a token signed with another key", () => signedToken(foreignKeys.privateKey, claimsOf(issuer.appCheckToken()))],
  ["an unsigned token", () => signedToken("", claimsOf(issuer.appCheckToken()), { alg: "none" })],
  ["the caller's ID token", () => member.idToken],
];

describe("with App Check on", () => {
  it.each(BAD_TOKENS)(
    "a call with %s is refused before any other check, and stores nothing",
    async (_, createBadToken) => {
      const { origin } = api;
      const headers = appCheckHeader(createBadToken());
      const username = uniqueId("bot");
      const registration = await call("POST", "/api/auth/register", {
        origin,
        headers,
        body: { username, password: "correct horse" },
      });
      expectFailure(registration, 401, "app-check");
      expect((await db.doc(`usernames/${username}`).get()).exists).toBe(false);

      const body = reportBody();
      expectFailure(await call("POST", "/api/issues", { origin, as: member, headers, body }), 401, "app-check");
      expect((await db.doc(`issues/${body.id}`).get()).exists).toBe(false);
      expectFailure(await call("GET", "/api/me", { origin, as: member, headers }), 401, "app-check");
      expectFailure(
        await call("GET", `/api/issues/changes?${INVALID_QUERY}`, { origin, as: member, headers }),
        401,
        "app-check",
      );
    },
  );

  it("several calls with the same valid token are answered", async () => {
    const { origin } = api;
    const headers = appCheckHeader(issuer.appCheckToken());
    const { username, password } = member;
    expect((await call("POST", "/api/auth/login", { origin, headers, body: { username, password } })).status).toBe(200);
    for (let repetition = 0; repetition < 2; repetition += 1)
      expect((await call("POST", "/api/issues", { origin, as: member, headers, body: reportBody() })).status).toBe(201);
  });

  it("the list and the health check need no App Check token, but the list needs a signed-in member", async () => {
    const { origin } = api;
    expect((await call("GET", "/api/health", { origin })).status).toBe(200);
    expect((await call("GET", "/api/issues?page=1", { origin, as: member })).status).toBe(200);
    expectFailure(await call("GET", "/api/issues?page=1", { origin }), 401, "unauthenticated");
  });

  it("a call is answered with 503 while the keys that verify tokens cannot be fetched", async () => {
    const headers = appCheckHeader(issuerWithoutKeys.appCheckToken());
    expectFailure(
      await call("GET", "/api/me", { origin: apiWithoutKeys.origin, as: member, headers }),
      503,
      "unavailable",
    );
  });
});

it("with App Check off, a call without an App Check token or with an invalid one is answered", async () => {
  expect((await call("GET", "/api/me", { as: member })).status).toBe(200);
  expect((await call("GET", "/api/me", { as: member, headers: appCheckHeader("garbage") })).status).toBe(200);
});
