import { createHash, generateKeyPairSync, sign } from "node:crypto";

/** What a server of one run proves itself with, and by what its browser is told to trust it. */
export interface Identity {
  /** PEM. */
  key: string;
  cert: string;
  /** Chromium's name of the public key: base64 of its SHA-256. */
  fingerprint: string;
}

const DAY_MS = 86_400_000;

/** A new key and a certificate for 127.0.0.1 that it has signed itself, good for a day around `now`: browsers speak HTTP/2 over TLS only. */
export function makeIdentity(now: Date): Identity {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const spki = publicKey.export({ type: "spki", format: "der" });
  const name = sequence(tagged(SET, sequence(COMMON_NAME, tagged(UTF8, Buffer.from("127.0.0.1")))));
  const validity = sequence(utcTime(now.getTime() - DAY_MS), utcTime(now.getTime() + DAY_MS));
  const address = sequence(tagged(IP_ADDRESS, Buffer.from([127, 0, 0, 1])));
  const extensions = sequence(sequence(SUBJECT_ALT_NAME, tagged(OCTETS, address)));
  const body = sequence(
    tagged(VERSION, tagged(INTEGER, Buffer.from([2]))),
    tagged(INTEGER, Buffer.from([1])),
    sequence(ECDSA_WITH_SHA256),
    name,
    validity,
    name,
    spki,
    tagged(EXTENSIONS, extensions),
  );
  const signature = tagged(BITS, Buffer.from([0]), sign("sha256", body, privateKey));
  const cert = sequence(body, sequence(ECDSA_WITH_SHA256), signature);
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${cert.toString("base64")}\n-----END CERTIFICATE-----\n`,
    fingerprint: createHash("sha256").update(spki).digest("base64"),
  };
}

// Tags and names of DER, the form of certificates (X.690, RFC 5280).
const INTEGER = 0x02;
const BITS = 0x03;
const OCTETS = 0x04;
const OBJECT = 0x06;
const UTF8 = 0x0c;
const UTC_TIME = 0x17;
const SEQUENCE = 0x30;
const SET = 0x31;
const IP_ADDRESS = 0x87;
const VERSION = 0xa0;
const EXTENSIONS = 0xa3;
const ECDSA_WITH_SHA256 = tagged(OBJECT, Buffer.from("2a8648ce3d040302", "hex"));
const COMMON_NAME = tagged(OBJECT, Buffer.from("550403", "hex"));
const SUBJECT_ALT_NAME = tagged(OBJECT, Buffer.from("551d11", "hex"));

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(SEQUENCE, ...parts);
}

function utcTime(moment: number): Buffer {
  const text = new Date(moment).toISOString().replace(/[-:T]|\..*/g, "");
  return tagged(UTC_TIME, Buffer.from(`${text.slice(2)}Z`));
}
