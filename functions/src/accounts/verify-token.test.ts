import { createSign, generateKeyPairSync } from "node:crypto";
import { createServer, type Server } from "node:http";
import { Agent } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { type App, deleteApp, initializeApp } from "firebase-admin/app";
import { getAuth } from "firebase-admin/auth";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTokenVerifier } from "./verify-token.ts";

/*
 * The tokens are signed as in production. A local server sends the certificates instead of Google: the Admin SDK takes
 * an HTTP agent, which connects to that server.
 */

const PROJECT = "logbook-production";
const ours = generateKeyPairSync("rsa", { modulusLength: 2048 });
const theirs = generateKeyPairSync("rsa", { modulusLength: 2048 });
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

function token(
  claims: object = {},
  key = ours.privateKey,
  header: object = { alg: "RS256", kid: "k1", typ: "JWT" },
): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = `${encode(header)}.${encode({ ...CLAIMS, ...claims })}`;
  return `${signed}.${createSign("RSA-SHA256").update(signed).sign(key).toString("base64url")}`;
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

/** Auth whose certificate server answers with this status; without a status the server cannot be reached. */
async function authWith(status?: number): Promise<ReturnType<typeof getAuth>> {
  const keys = JSON.stringify({ k1: ours.publicKey.export({ type: "spki", format: "pem" }) });
  server = createServer((_, response) => {
    response.writeHead(status ?? 500, { "content-type": "application/json" });
    response.end(status === 200 ? keys : "{}");
  }).listen(0, "127.0.0.1");
  await new Promise((listening) => server?.once("listening", listening));
  const { port } = server.address() as AddressInfo;
  if (status === undefined) server.close();
  const httpAgent = new Agent();
  httpAgent.createConnection = () => connect(port, "127.0.0.1");
  app = initializeApp({ projectId: PROJECT, httpAgent, credential: { getAccessToken: never } }, `test-${port}`);
  return getAuth(app);
}

async function never(): Promise<never> {
  throw new Error("No credential is needed to verify a token.");
}

describe("an ID token", () => {
  it("is accepted if it is correctly signed", async () => {
    const verify = createTokenVerifier(await authWith(200));
    expect(await verify(token())).toEqual({ uid: "u1", opened: nowSeconds - 11 });
    expect(await verify(token({ opened: nowSeconds - 99 }))).toEqual({ uid: "u1", opened: nowSeconds - 99 });
  });

  it.each([
    ["garbage", "garbage"],
    ["three parts of garbage", "a.b.c"],
    ["without claims", "e30.bnVsbA.x"],
    ["expired", token({ iat: nowSeconds - 7200, exp: nowSeconds - 3600 })],
    ["for another project", token({ aud: "other" })],
    ["from another issuer", token({ iss: "https://example.org" })],
    ["without a subject", token({ sub: "" })],
    ["signed with another key", token({}, theirs.privateKey)],
    ["signed with an unknown key", token({}, ours.privateKey, { alg: "RS256", kid: "k2" })],
    ["of a session that the API did not open", token({ opened: undefined })],
    ["of a session whose start is not a number", token({ opened: `${nowSeconds}` })],
    ["unsigned", `${token({}, ours.privateKey, { alg: "none" }).split(".").slice(0, 2).join(".")}.`],
    ["changed after it was signed", token().replace(/^([^.]+)\.[^.]+/, `$1.${token({ sub: "u2" }).split(".")[1]}`)],
  ])("is refused if it is %s", async (_, invalidToken) => {
    expect(await createTokenVerifier(await authWith(200))(invalidToken)).toMatchObject({ code: "unauthenticated" });
  });

  it.each([
    ["fails", 500],
    ["cannot be reached", undefined],
  ])("is answered with 'unavailable' while the key server %s", async (_, status) => {
    expect(await createTokenVerifier(await authWith(status))(token())).toMatchObject({ code: "unavailable" });
  });

  it("is not verified again until it expires", async () => {
    const auth = await authWith(200);
    let verifications = 0;
    const verify = createTokenVerifier({
      verifyIdToken: (idToken) => {
        verifications += 1;
        return auth.verifyIdToken(idToken);
      },
    });
    const validToken = token();
    expect([await verify(validToken), await verify(validToken)]).toEqual([
      { uid: "u1", opened: CLAIMS.opened },
      { uid: "u1", opened: CLAIMS.opened },
    ]);
    expect(verifications).toBe(1);
    await verify(validToken, CLAIMS.exp * 1000);
    expect(verifications).toBe(2);
    await verify(token({ sub: "u2" }));
    expect(verifications).toBe(3);
  });
});
