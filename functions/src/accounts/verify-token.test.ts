import { createSign, generateKeyPairSync } from "node:crypto";
import { createServer, type Server } from "node:http";
import { Agent } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { type App, deleteApp, initializeApp } from "firebase-admin/app";
import { getAuth } from "firebase-admin/auth";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTokenVerifier } from "./verify-token.ts";

/*
 * Signed tokens as in production. A local server stands in for Google's certificates, through the HTTP agent that the
 * Admin SDK accepts.
 */

const PROJECT = "logbook-production";
const ours = generateKeyPairSync("rsa", { modulusLength: 2048 });
const theirs = generateKeyPairSync("rsa", { modulusLength: 2048 });
const now = Math.floor(Date.now() / 1000);

const CLAIMS = {
  iss: `https://securetoken.google.com/${PROJECT}`,
  aud: PROJECT,
  sub: "u1",
  auth_time: now - 10,
  opened: now - 11,
  iat: now - 10,
  exp: now + 3600,
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

/** Auth whose certificate server answers with this status; without one it cannot be reached. */
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
    expect(await verify(token())).toEqual({ uid: "u1", opened: now - 11 });
    expect(await verify(token({ opened: now - 99 }))).toEqual({ uid: "u1", opened: now - 99 });
  });

  it.each([
    ["garbage", "garbage"],
    ["three parts of garbage", "a.b.c"],
    ["without claims", "e30.bnVsbA.x"],
    ["expired", token({ iat: now - 7200, exp: now - 3600 })],
    ["for another project", token({ aud: "other" })],
    ["from another issuer", token({ iss: "https://example.org" })],
    ["without a subject", token({ sub: "" })],
    ["signed with another key", token({}, theirs.privateKey)],
    ["signed with an unknown key", token({}, ours.privateKey, { alg: "RS256", kid: "k2" })],
    ["of a session that the API did not open", token({ opened: undefined })],
    ["of a session whose start is not a number", token({ opened: `${now}` })],
    ["unsigned", `${token({}, ours.privateKey, { alg: "none" }).split(".").slice(0, 2).join(".")}.`],
    ["changed after it was signed", token().replace(/^([^.]+)\.[^.]+/, `$1.${token({ sub: "u2" }).split(".")[1]}`)],
  ])("is refused if it is %s", async (_, bad) => {
    expect(await createTokenVerifier(await authWith(200))(bad)).toMatchObject({ code: "unauthenticated" });
  });

  it.each([
    ["fails", 500],
    ["cannot be reached", undefined],
  ])("can be neither accepted nor refused while the key server %s", async (_, status) => {
    expect(await createTokenVerifier(await authWith(status))(token())).toMatchObject({ code: "unavailable" });
  });

  it("is not verified again until it expires", async () => {
    const auth = await authWith(200);
    let checked = 0;
    const verify = createTokenVerifier({
      verifyIdToken: (idToken) => {
        checked += 1;
        return auth.verifyIdToken(idToken);
      },
    });
    const good = token();
    expect([await verify(good), await verify(good)]).toEqual([
      { uid: "u1", opened: CLAIMS.opened },
      { uid: "u1", opened: CLAIMS.opened },
    ]);
    expect(checked).toBe(1);
    await verify(good, CLAIMS.exp * 1000);
    expect(checked).toBe(2);
    await verify(token({ sub: "u2" }));
    expect(checked).toBe(3);
  });
});
