import { beforeAll, describe, expect, it } from "vitest";
import { findPrivate } from "./find-private.ts";
import type { Kind } from "./rules.ts";

const found = async (text: string) =>
  (await findPrivate(text)).map(({ kind, line, start, end }) => ({ kind, line, text: text.slice(start, end) }));

const JWT =
  "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U";
// Made of two parts, so that no scanner takes these examples for keys of somebody.
const example = (...parts: string[]) => parts.join("");

/** Lines of a log, each with the private part that is planted in it. */
const PLANTED: readonly (readonly [line: string, kind: Kind, secret: string])[] = [
  ["GET /me Authorization: Bearer mF_9.B5f-4.1JqM", "token", "mF_9.B5f-4.1JqM"],
  ["proxy-authorization: Basic bWlhOmh1bnRlcjI=", "token", "bWlhOmh1bnRlcjI="],
  [
    'Authorization: Digest username="mia", response="6629fae49393"',
    "token",
    'Digest username="mia", response="6629fae49393"',
  ],
  ["sent bearer tGzv3JOkF0XG5Qx2TlKWIA", "token", "tGzv3JOkF0XG5Qx2TlKWIA"],
  [`id_token ${JWT} was renewed`, "token", JWT],
  [`key ${example("AKIA", "IOSFODNN7EXAMPLE")} used`, "token", example("AKIA", "IOSFODNN7EXAMPLE")],
  [
    `remote: ${example("ghp_", "16C7e42F292c6912E7710c838347Ae178B4a")}`,
    "token",
    example("ghp_", "16C7e42F292c6912E7710c838347Ae178B4a"),
  ],
  [`slack ${example("xoxb-", "17653672481-19874698323")}`, "token", example("xoxb-", "17653672481-19874698323")],
  [`pay ${example("sk_live_", "4eC39HqLyjWDarjtT1zdp7dc")}`, "token", example("sk_live_", "4eC39HqLyjWDarjtT1zdp7dc")],
  ["x-api-key: 8f14e45fceea167a", "token", "8f14e45fceea167a"],
  ["aws_secret_access_key=wJalrXUtnFEMI/K7MDENG/bPxRfiCY", "token", "wJalrXUtnFEMI/K7MDENG/bPxRfiCY"],
  ["/cb?state=x&access_token=gho1abcdef99&v=2", "token", "gho1abcdef99"],
  ["sessionId=550e8400-e29b-41d4-a716-446655440000", "token", "550e8400-e29b-41d4-a716-446655440000"],
  ["password=hunter2 user=mia", "password", "hunter2"],
  ["password=[a<b and more", "password", "[a<b"],
  ["pwd='!$%&/()='", "password", "!$%&/()="],
  ["DB_PASSWORD: 'correct horse'", "password", "correct horse"],
  ['{"userPassword":"a\\"b c"}', "password", 'a\\"b c'],
  ['body {\\"password\\":\\"tr0ub4dor\\"}', "password", "tr0ub4dor"],
  ["mysql --password s3cret! -h db", "password", "s3cret!"],
  ["connect postgres://app:pa55@db.example.org:5432/x", "password", "app:pa55"],
  ["Cookie: theme=dark; sid=31d4d96e407aad42", "cookie", "theme=dark; sid=31d4d96e407aad42"],
  ["set-cookie: __session=abc; Path=/", "cookie", "__session=abc; Path=/"],
  ["mail to mia.lee+log@mail.example.org.", "email", "mia.lee+log@mail.example.org"],
  ["?email=mia%40example.org&x=1", "email", "mia%40example.org"],
  ["user jörg@bücher.example failed", "email", "jörg@bücher.example"],
  ["client 203.0.113.57 connected", "ip", "203.0.113.57"],
  ["db.internal/10.1.2.3:5432 refused", "ip", "10.1.2.3"],
  ["peer [2001:db8:85a3::8a2e:370:7334]:443", "ip", "2001:db8:85a3::8a2e:370:7334"],
  ["card 4111 1111 1111 1111 declined", "digits", "4111 1111 1111 1111"],
  ["card=5555555555554444", "digits", "5555555555554444"],
  ["iban DE89 3704 0044 0532 0130 00 BIC", "digits", "DE89 3704 0044 0532 0130 00"],
  ["account number: 00-1234-5678", "digits", "00-1234-5678"],
  ["ssn 078-05-1120", "digits", "078-05-1120"],
];

const LOOK_ALIKES = [
  "2026-11-29T08:54:12.123Z INFO started",
  "Sun Nov 29 08:53:20 UTC 2026",
  "12:34:56:789 tick",
  "at 1700000000000 ms and 1700000000123456 and 1700000000123456789",
  "20261129085412123 backup",
  "request 550e8400-e29b-41d4-a716-446655440000",
  "commit e8666dbd91b2c3d4e5f60718293a4b5c6d7e8f90",
  "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  "version 1.2.3.4, v2.10.0.1 and build 10.0.19045.3803",
  "Chrome/120.0.6099.71 Safari/537.36 Opera/1.5.0.12",
  "npm i left-pad@1.3.0 @scope/pkg@10.0.0.1",
  "lib-1.2.3.4.jar loaded",
  "listening on 127.0.0.1:8080, 0.0.0.0:443 and [::1]:5000",
  "mask 255.255.255.0",
  "section 4.1.2.3 of the manual",
  "OID 1.3.6.1.4.1.311",
  "mac aa:bb:cc:dd:ee:ff",
  "std::vector<int> abc::def a[1::2]",
  "icon@2x.png git@github.com:org/repo.git @media print",
  "http://localhost:8080/path@x",
  "password: required",
  "Password incorrect, password_changed_at=2026-01-02",
  "password=**** token=[REDACTED] secret=$SECRET",
  '"password-strength": "^4.0.1", "js-token": "^8.0.0", "auth-token": "1.2.3-beta.1"',
  "token expired; token: missing; tokens: 15320 max_token=4096",
  "bearer authentication-required",
  "Cookie: accepted, cookies: 3, cookie consent: yes",
  "authorization: none",
  "allocated 123456789012 bytes in 987654321098 ns",
  "order 12345678, pid 4194304, port 65535",
  "ratio 0.12345678901234567, 1e308",
  "GB29 is a room, DE12 too",
  "color #1234567890ab, 0x7ffdeadbeef0",
  "compass: north, bypass=on, keyboard=us, monkey: 12345678",
];

describe("what is likely private in a text", () => {
  it.each(PLANTED)("is found in %j as %s", async (line, kind, secret) => {
    expect(await found(`first line\r\n${line}\nlast line`)).toEqual([{ kind, line: 2, text: secret }]);
  });

  it.each(LOOK_ALIKES)("is not %j", async (line) => {
    expect(await found(`first line\n${line}\nlast line`)).toEqual([]);
  });

  it("is found in a log with all of them, each in its line, and nothing else", async () => {
    const log = PLANTED.flatMap(([line], index) => [line, LOOK_ALIKES[index] ?? ""]).join("\n");
    expect(await found(log)).toEqual(PLANTED.map(([, kind, text], index) => ({ kind, line: 2 * index + 1, text })));
  });

  it("is a private key with all its lines; without its end, as far as its letters reach", async () => {
    const begin = "-----BEGIN RSA PRIVATE KEY-----";
    const key = `${begin}\nMIIEow==\n-----END RSA PRIVATE KEY-----`;
    expect(await found(`a\n${key}\nb`)).toEqual([{ kind: "key", line: 2, text: key }]);
    expect(await found(`${begin}\nMIIEow==\n{b}`)).toEqual([{ kind: "key", line: 1, text: `${begin}\nMIIEow==\n` }]);
    expect(await found("-----BEGIN PUBLIC KEY-----\nMIIEow==\n-----END PUBLIC KEY-----")).toEqual([]);
  });

  it("is found after the escaped end of a line", async () => {
    const log = String.raw`{"log":"a\n203.0.113.57\nmia@example.org\tCookie: a=b\nBearer a1b2c3d4e5"}`;
    expect((await found(log)).map(({ text }) => text)).toEqual([
      "203.0.113.57",
      "mia@example.org",
      String.raw`a=b\nBearer a1b2c3d4e5`,
    ]);
  });

  it("ends where its quotes end", async () => {
    const texts = async (line: string) => (await found(line)).map(({ text }) => text);
    expect(await texts(`curl -H 'Cookie: a="b"; c=d' https://example.org`)).toEqual(['a="b"; c=d']);
    expect(await texts('{"Cookie":"sid=YWJj=","next":"x"}')).toEqual(["sid=YWJj="]);
    expect(await texts(String.raw`{\"cookie\":\"a=b\",\"x\":1}`)).toEqual(["a=b"]);
    expect(await texts('password="a\\"b", x')).toEqual(['a\\"b']);
  });

  it("is a header in an archive of a browser's requests", async () => {
    const archive = '{ "name": "Authorization",\n "value": "Custom abc" }, { "name": "Accept", "value": "text/html" }';
    expect(await found(archive)).toEqual([{ kind: "token", line: 2, text: "Custom abc" }]);
  });

  it("is found where the text is cut into slices, once", async () => {
    const mail = "mia@example.org";
    for (const before of [65_520, 65_530, 65_536, 131_060])
      expect(await found(`${" ".repeat(before)}${mail} ${mail}`), String(before)).toHaveLength(2);
    const value = "ab1".repeat(100_000);
    expect(await found(`password=${value}`)).toEqual([{ kind: "password", line: 1, text: value }]);
  });
});

const HOSTILE_LENGTH = 1_000_000;
// These take at most 1.5 times as long as an ordinary log; a quadratic pattern takes hundreds of times as long.
const MAX_RATIO = 10;

/** The ms of the fastest of some runs: other work on the machine can only make a run slower. */
async function fastestRun(text: string, isFastEnough = (_ms: number) => false): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && !isFastEnough(fastest); run += 1) {
    const start = performance.now();
    await findPrivate(text, async () => undefined);
    fastest = Math.min(fastest, performance.now() - start);
  }
  return fastest;
}

const repeated = (text: string): string => text.repeat(Math.ceil(HOSTILE_LENGTH / text.length));

describe("a text made to take long", () => {
  let ordinaryMs = 0;
  beforeAll(async () => {
    const line =
      "2026-11-29T09:40:12.123Z INFO gallery: loaded 24 pictures of album 3 in 118 ms, cache miss, retry 0\n";
    ordinaryMs = await fastestRun(repeated(line));
  });

  // Each of these is the beginning of something private, again and again.
  it.each([
    ...["a", "1", "\n", "=", "::", "a@", "a.", "1.", "eyJ", "eyJaaaaaaaa.", "://::::::::", "DE12 "],
    ...["password=", 'password="', "authorization: ", "Cookie: ", "1.1.1.1 ", "x@y.org ", '"name":"cookie",'],
    ...["-----BEGIN PRIVATE KEY-----\n", "token=a1bcdefgh "],
  ])("threat 45: %j again and again is looked through in linear time", async (beginning) => {
    const isFastEnough = (ms: number) => ms < MAX_RATIO * ordinaryMs;
    expect(await fastestRun(repeated(beginning), isFastEnough)).toBeLessThan(MAX_RATIO * ordinaryMs);
  });

  it("is looked through with pauses", async () => {
    let pauses = 0;
    await findPrivate(repeated("a"), async () => {
      pauses += 1;
    });
    expect(pauses).toBe(Math.ceil(HOSTILE_LENGTH / 65_536) - 1);
  });
});
