import { createHash, X509Certificate } from "node:crypto";
import { generate } from "selfsigned";

/** A TLS certificate for 127.0.0.1, made for one run. */
export interface Certificate {
  key: string;
  cert: string;
  /** Base64 of the public key's SHA-256, for Chromium's `--ignore-certificate-errors-spki-list`. */
  fingerprint: string;
}

/** Creates a key and a self-signed certificate. Browsers speak HTTP/2 over TLS only. */
export async function createCertificate(): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: "commonName", value: "127.0.0.1" }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }],
  });
  const publicKey = new X509Certificate(cert).publicKey.export({ type: "spki", format: "der" });
  return { key, cert, fingerprint: createHash("sha256").update(publicKey).digest("base64") };
}
