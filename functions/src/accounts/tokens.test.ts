import { createSign, generateKeyPairSync } from "node:crypto";
import { createServer, type Server } from "node:http";
import { Agent } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { type App, deleteApp, initializeApp } from "firebase-admin/app";
import { getAuth } from "firebase-admin/auth";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTokenVerifier } from "./tokens.ts";

/*
 * The tokens are signed as in production. A local server sends the public keys instead of Google: the Admin SDK uses an
 * HTTP agent that connects to the local server.
 */

const PROJECT = "logbook-production";
const googleKeys = generateKeyPairSync("rsa", { modulusLength: 2048 });
const otherKeys = generateKeyPairSync("rsa", { modulusLength: 2048 });
const nowSeconds = Math.floor(Date.now() / 1000);

const CLAIMS = {
  iss: `https://securetoken.google.com/${PROJECT}`,
  aud: PROJECT,
  sub: "u1",
  auth_time: nowSeconds - 10,
  opened: nowSeconds - 11,
  iat: nowSeconds - 10,
  exp: nowSeconds + 3600,
};

/** A signed ID token with `CLAIMS`, some of which `claims` replaces. */
function createToken(
  claims: object = {},
  key = googleKeys.privateKey,
  header: object = { alg: "RS256", kid: "k1", typ: "JWT" },
): string {
  const encode = (json: object): string => Buffer.from(JSON.stringify(json)).toString("base64url");
  const content = `${encode(header)}.${encode({ ...CLAIMS, ...claims })}`;
  return `${content}.${createSign("RSA-SHA256").update(content).sign(key).toString("base64url")}`;
}

let server: Server | undefined;
let app: App | undefined;
beforeAll(() => {
  delete process.env.FIREBASE_AUTH_EMULATOR_HOST;
});
afterEach(async () => {
  server?.close();
  if (app !== undefined) await deleteApp(app);
  server = undefined;
  app = undefined;
});

/** Auth with a fake of Google's key server, which answers with this status; without a status it cannot be reached. */
async function createAuth(status?: number): Promise<ReturnType<typeof getAuth>> {
  const keys = JSON.stringify({ k1: googleKeys.publicKey.export({ type: "spki", format: "pem" }) });
  server = createServer((_, response) => {
    response.writeHead(status ?? 500, { "content-type": "application/json" });
    response.end(status === 200 ? keys : "{}");
  }).listen(0, "127.0.0.1");
  await new Promise((listening) => server?.once("listening", listening));
  const { port } = server.address() as AddressInfo;
  if (status === undefined) server.close();
  const httpAgent = new Agent();
  httpAgent.createConnection = () => connect(port, "127.0.0.1");
  const credential = { getAccessToken: refuseCredential };
  app = initializeApp({ projectId: PROJECT, httpAgent, credential }, `test-${port}`);
  return getAuth(app);
}

async function refuseCredential(): Promise<never> {
  throw new Error("No credential is needed to verify a token.");
}

describe("an ID token", () => {
  it("is accepted with its uid and the time at which the session began, if it is correctly signed", async () => {
    const verify = createTokenVerifier(await createAuth(200));
    expect(await verify(createToken())).toEqual({ uid: "u1", opened: nowSeconds - 11 });
    expect(await verify(createToken({ opened: nowSeconds - 99 }))).toEqual({ uid: "u1", opened: nowSeconds - 99 });
  });

  it.each([
    ["garbage", "garbage"],
    ["three parts of garbage", "a.b.c"],
    // The header is `{}`, the claims are `null`.
    ["without claims", "e30.bnVsbA.x"],
    ["expired", createToken({ iat: nowSeconds - 7200, exp: nowSeconds - 3600 })],
    ["for another project", createToken({ aud: "other" })],
    ["from another issuer", createToken({ iss: "https://example.org" })],
    ["without a subject", createToken({ sub: "" })],
    ["signed with another key", createToken({}, otherKeys.privateKey)],
    ["signed with an unknown key", createToken({}, googleKeys.privateKey, { alg: "RS256", kid: "k2" })],
    ["of a session that the API did not open", createToken({ opened: undefined })],
    ["of a session whose start is not a number", createToken({ opened: `${nowSeconds}` })],
    ["unsigned", `${createToken({}, googleKeys.privateKey, { alg: "none" }).split(".").slice(0, 2).join(".")}.`],
    [
      "changed after it was signed",
      createToken().replace(/^([^.]+)\.[^.]+/, `$1.${createToken({ sub: "u2" }).split(".")[1]}`),
    ],
  ])("is refused if it is %s", async (_, invalidToken) => {
    expect(await createTokenVerifier(await createAuth(200))(invalidToken)).toMatchObject({ code: "unauthenticated" });
  });

  it.each([
    ["fails", 500],
    ["cannot be reached", undefined],
  ])("is answered with 'unavailable' while the key server %s", async (_, status) => {
    expect(await createTokenVerifier(await createAuth(status))(createToken())).toMatchObject({ code: "unavailable" });
  });

  it("is verified only once until it expires; another token is verified on its own", async () => {
    const auth = await createAuth(200);
    let verifications = 0;
    const verify = createTokenVerifier({
      verifyIdToken: (idToken) => {
        verifications += 1;
        return auth.verifyIdToken(idToken);
      },
    });
    const validToken = createToken();
    expect([await verify(validToken), await verify(validToken)]).toEqual([
      { uid: "u1", opened: CLAIMS.opened },
      { uid: "u1", opened: CLAIMS.opened },
    ]);
    expect(verifications).toBe(1);
    await verify(validToken, CLAIMS.exp * 1000);
    expect(verifications).toBe(2);
    await verify(createToken({ sub: "u2" }));
    expect(verifications).toBe(3);
  });
});
