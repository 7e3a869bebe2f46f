import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { idTokenClaims } from "../../bench/src/harness/id-tokens.ts";
import type { ApiOptions } from "./functions-process.ts";
import { PROJECT } from "./suite.ts";

type Claims = Record<string, unknown>;

/** Signs tokens as Google does, with its own key, and serves the public key. */
export interface Issuer {
  /** Options for a function that trusts this issuer. */
  apiOptions: { env: Record<string, string | undefined>; nodeOptions: string[] } & ApiOptions;
  /** An ID token of this project. `claims` replace the default claims. */
  idToken(uid: string, claims?: Claims): string;
  appCheckToken(claims?: Claims): string;
  close(): Promise<void>;
}

/** The id of the signing key. Each token names it, so that the verifier finds the public key. */
const KEY_ID = "of-this-run";
const PROJECT_NUMBER = "1234567890";

/** Starts an issuer, whose key server answers with `status`. */
export async function startIssuer(status = 200): Promise<Issuer> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pemKeys = JSON.stringify({ [KEY_ID]: publicKey.export({ type: "spki", format: "pem" }) });
  const jsonWebKeys = JSON.stringify({
    keys: [{ ...publicKey.export({ format: "jwk" }), kid: KEY_ID, alg: "RS256", use: "sig" }],
  });
  const server = createServer(({ url }, response) => {
    // Google serves the keys of App Check as JSON Web Keys, and those of Auth in PEM format, to be cached for 6 hours.
    response
      .writeHead(status, { "content-type": "application/json", "cache-control": "public, max-age=21600" })
      .end(url?.endsWith("/v1/jwks") ? jsonWebKeys : pemKeys);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const keysUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    apiOptions: {
      env: { LOGBOOK_KEYS_URL: keysUrl },
      nodeOptions: ["--import", import.meta.resolve("../../bench/src/harness/preload.js")],
    },
    idToken: (uid, claims) => signedToken(privateKey, { ...idTokenClaims(PROJECT, uid), ...claims }),
    appCheckToken: (claims) => signedToken(privateKey, { ...appCheckClaims(), ...claims }),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function appCheckClaims(): Claims {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: `https://firebaseappcheck.googleapis.com/${PROJECT_NUMBER}`,
    aud: [`projects/${PROJECT_NUMBER}`, `projects/${PROJECT}`],
    // The id of the web app.
    sub: `1:${PROJECT_NUMBER}:web:abcdef`,
    iat: now - 5,
    exp: now + 3600,
    provider: "recaptcha_enterprise",
  };
}

/** A token with these claims, signed with RS256 unless the header names another algorithm. */
export function signedToken(key: KeyObject | string, claims: Claims, header: Claims = {}): string {
  const completeHeader: Claims = { alg: "RS256", kid: KEY_ID, typ: "JWT", ...header };
  const signedText = [completeHeader, claims]
    .map((value) => Buffer.from(JSON.stringify(value)).toString("base64url"))
    .join(".");
  return `${signedText}.${createSignature(key, signedText, completeHeader.alg)}`;
}

function createSignature(key: KeyObject | string, text: string, alg: unknown): string {
  if (alg === "none") return "";
  if (alg === "HS256") return createHmac("sha256", key).update(text).digest("base64url");
  return sign("RSA-SHA256", Buffer.from(text), key).toString("base64url");
}

/** A token's claims. The signature is not checked. */
export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()) as Record<string, unknown>;
}
