import { createHash, X509Certificate } from "node:crypto";
import { generate } from "selfsigned";

/** Creates a key and a self-signed certificate, because browsers speak HTTP/2 only over TLS. */
export async function createCertificate() {
  const { private: key, cert } = await generate([{ name: "commonName", value: "127.0.0.1" }], {
    keyType: "ec",
    algorithm: "sha256",
    // Type 7 is an IP address.
    extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }],
  });
  // Chromium's option `--ignore-certificate-errors-spki-list` takes the fingerprint of the public key.
  const publicKey = new X509Certificate(cert).publicKey.export({ type: "spki", format: "der" });
  return { key, cert, fingerprint: createHash("sha256").update(publicKey).digest("base64") };
}
