import { createHash, createPrivateKey, X509Certificate } from "node:crypto";
import { expect, it } from "vitest";
import { createCertificate } from "./certificate.ts";

it("the certificate is valid for 127.0.0.1 and signed by its own key; the fingerprint is the SHA-256 of its public key", async () => {
  const { key, cert, fingerprint } = await createCertificate();
  const parsed = new X509Certificate(cert);
  expect(parsed.verify(parsed.publicKey)).toBe(true);
  expect(parsed.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(parsed.checkIP("127.0.0.1")).toBe("127.0.0.1");
  expect(parsed.publicKey.asymmetricKeyType).toBe("ec");
  const spki = parsed.publicKey.export({ type: "spki", format: "der" });
  expect(fingerprint).toBe(createHash("sha256").update(spki).digest("base64"));
});
