import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, newMember, type Person, reportBody } from "../support/actors.ts";
import { type RunningApi, serveFunctions } from "../support/functions-process.ts";
import { claimsOf, type Issuer, signedToken, startIssuer } from "../support/issuer.ts";
import { db, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

/** Keys that belong to neither issuer. */
const foreignKeys = generateKeyPairSync("rsa", { modulusLength: 2048 });

let member: Person;
let issuer: Issuer;
/** Signs tokens, but answers 500 to requests for the keys that verify them. */
let issuerWithoutKeys: Issuer;
let api: RunningApi;
let apiWithoutKeys: RunningApi;

/** Serves the API without Auth's emulator, as in production, but with an issuer's keys instead of Google's. */
const serveWithKeysOf = ({ apiOptions }: Issuer): Promise<RunningApi> =>
  serveFunctions({ ...apiOptions, env: { ...apiOptions.env, FIREBASE_AUTH_EMULATOR_HOST: undefined } });

beforeAll(async () => {
  [member, issuer, issuerWithoutKeys] = await Promise.all([newMember(), startIssuer(), startIssuer(500)]);
  [api, apiWithoutKeys] = await Promise.all([serveWithKeysOf(issuer), serveWithKeysOf(issuerWithoutKeys)]);
});
afterAll(async () => {
  await Promise.all([api.stop(), apiWithoutKeys.stop(), issuer.close(), issuerWithoutKeys.close()]);
});

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

const BAD_TOKENS: [string, () => string][] = [
  ["garbage", () => "garbage"],
  ["a token of three meaningless parts", () => "a.b.c"],
  ["a token without a signature", () => issuer.idToken(member.uid).replace(/[^.]*$/, "")],
  ["an unsigned token of the emulator", () => member.idToken],
  ["a token with the algorithm none", () => signedToken("", claimsOf(issuer.idToken(member.uid)), { alg: "none" })],
  [
    "a token signed with a shared secret",
    () => signedToken("secret", claimsOf(issuer.idToken(member.uid)), { alg: "HS256" }),
  ],
  [
    "a token signed with another key under the same id",
    () => signedToken(foreignKeys.privateKey, claimsOf(issuer.idToken(member.uid))),
  ],
  [
    "a token signed with an unknown key",
    () => signedToken(foreignKeys.privateKey, claimsOf(issuer.idToken(member.uid)), { kid: "other" }),
  ],
  ["an expired token", () => issuer.idToken(member.uid, { iat: nowSeconds() - 7200, exp: nowSeconds() - 3600 })],
  ["a token for another project", () => issuer.idToken(member.uid, { aud: "another-project" })],
  [
    "a token from another issuer",
    () => issuer.idToken(member.uid, { iss: "https://securetoken.google.com/another-project" }),
  ],
  ["a token without a subject", () => issuer.idToken(member.uid, { sub: "" })],
  [
    "a token whose claims were replaced by another member's after the signature",
    () => withOtherClaims(issuer.idToken("somebody"), issuer.idToken(member.uid)),
  ],
  ["an App Check token", () => issuer.appCheckToken({ sub: member.uid })],
];

describe("a function without the emulator's variables", () => {
  it.each(BAD_TOKENS)("threat 23: refuses %s and accepts a signed token", async (_, createBadToken) => {
    const { origin } = api;
    const body = reportBody();
    expectFailure(await call("GET", "/api/me", { origin, token: createBadToken() }), 401, "unauthenticated");
    expectFailure(await call("POST", "/api/issues", { origin, token: createBadToken(), body }), 401, "unauthenticated");
    expect((await db.doc(`issues/${body.id}`).get()).exists).toBe(false);

    const token = issuer.idToken(member.uid);
    expect((await call("GET", "/api/me", { origin, token })).body.user.username).toBe(member.username);
    // With the valid token in its cache, the API still refuses the bad token.
    expectFailure(await call("GET", "/api/me", { origin, token: createBadToken() }), 401, "unauthenticated");
  });

  it("threat 23: lets a member with a signed token file a report", async () => {
    const body = reportBody({ id: uniqueId("signed") });
    const response = await call("POST", "/api/issues", {
      origin: api.origin,
      token: issuer.idToken(member.uid),
      body,
    });
    expect(response.status, JSON.stringify(response.body)).toBe(201);
  });

  it("threat 23: answers 503 to valid and forged tokens while the keys cannot be fetched, and 401 to garbage", async () => {
    const { origin } = apiWithoutKeys;
    const token = issuerWithoutKeys.idToken(member.uid);
    expectFailure(await call("GET", "/api/me", { origin, token }), 503, "unavailable");
    // For this API the other issuer's token is forged, but without keys it cannot know that.
    expectFailure(await call("GET", "/api/me", { origin, token: issuer.idToken(member.uid) }), 503, "unavailable");
    expectFailure(await call("GET", "/api/me", { origin, token: "garbage" }), 401, "unauthenticated");
  });
});

/** A token with the claims of another token; the signature does not fit these claims. */
function withOtherClaims(token: string, otherToken: string): string {
  const [header, , signature] = token.split(".");
  const [, otherClaims] = otherToken.split(".");
  return [header, otherClaims, signature].join(".");
}
