import { createHash, createPrivateKey, X509Certificate } from "node:crypto";
import { expect, it } from "vitest";
import { createCertificate } from "./hosting-server.ts";

it("createCertificate() returns a self-signed certificate for 127.0.0.1 and the SHA-256 fingerprint of its public key", async () => {
  const { key, cert, keyFingerprint } = await createCertificate();
  const certificate = new X509Certificate(cert);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(certificate.checkIP("127.0.0.1")).toBe("127.0.0.1");
  expect(certificate.publicKey.asymmetricKeyType).toBe("ec");
  const publicKey = certificate.publicKey.export({ type: "spki", format: "der" });
  expect(keyFingerprint).toBe(createHash("sha256").update(publicKey).digest("base64"));
});
