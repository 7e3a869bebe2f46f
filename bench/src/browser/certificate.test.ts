import { createHash, createPrivateKey, X509Certificate } from "node:crypto";
import { expect, it } from "vitest";
import { makeIdentity } from "./certificate.ts";

const NOW = new Date("2026-05-06T07:08:09Z");

it("is a certificate of its own key for 127.0.0.1, good for a day around now", () => {
  const { key, cert, fingerprint } = makeIdentity(NOW);
  const read = new X509Certificate(cert);
  expect(read.verify(read.publicKey)).toBe(true);
  expect(read.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(read.checkIP("127.0.0.1")).toBe("127.0.0.1");
  expect([read.validFromDate, read.validToDate]).toEqual([
    new Date("2026-05-05T07:08:09Z"),
    new Date("2026-05-07T07:08:09Z"),
  ]);
  const spki = read.publicKey.export({ type: "spki", format: "der" });
  expect(fingerprint).toBe(createHash("sha256").update(spki).digest("base64"));
});
