import { generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const KEY_ID = "bench";

/** Signs ID tokens with a key made for this run. Serves the public key at `keysUrl`, in the format that Google uses. */
export async function startTokenIssuer() {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const keys = JSON.stringify({ [KEY_ID]: publicKey.export({ type: "spki", format: "pem" }) });
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "cache-control": "public, max-age=21600" }).end(keys);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    keysUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** An ID token as Firebase Auth issues it (RS256), valid for an hour. */
    createIdToken(projectId: string, uid: string): string {
      const signedText = [{ alg: "RS256", kid: KEY_ID, typ: "JWT" }, idTokenClaims(projectId, uid)]
        .map((value) => Buffer.from(JSON.stringify(value)).toString("base64url"))
        .join(".");
      return `${signedText}.${sign("RSA-SHA256", Buffer.from(signedText), privateKey).toString("base64url")}`;
    },
    close: (): void => void server.close(),
  };
}

export type TokenIssuer = Awaited<ReturnType<typeof startTokenIssuer>>;

/** The claims of an ID token as Firebase Auth issues it to a member who signed in a moment ago. */
export function idTokenClaims(projectId: string, uid: string) {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    auth_time: now - 5,
    user_id: uid,
    sub: uid,
    iat: now - 5,
    exp: now + 3600,
    // When the API opened the session. The API refuses tokens without this claim.
    opened: now - 5,
    firebase: { identities: {}, sign_in_provider: "custom" },
  };
}
