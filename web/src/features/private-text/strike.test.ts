import { describe, expect, it } from "vitest";
import { findPrivate } from "./find-private.ts";
import { strike } from "./strike.ts";

const strikeAll = async (text: string) => strike(text, await findPrivate(text));

describe("a text with strikes", () => {
  it("says what was struck out and keeps its lines", async () => {
    const key = "-----BEGIN PRIVATE KEY-----\r\nMIIE\r\n-----END PRIVATE KEY-----";
    expect(await strikeAll(`a mia@example.org b\r\n${key}\r\nfrom 203.0.113.57\n`)).toBe(
      "a [struck out: e-mail address] b\r\n[struck out: private key]\r\n\r\n\r\nfrom [struck out: IP address]\n",
    );
  });

  it("keeps what is left in", async () => {
    const text = "mia@example.org, max@example.org";
    const [first] = await findPrivate(text);
    expect(strike(text, [first!])).toBe("[struck out: e-mail address], max@example.org");
    expect(strike(text, [])).toBe(text);
  });

  it.each([
    ['{"password":"a\\"b"}', { password: "[struck out: password]" }],
    ['{"password": 12345, "n": 1}', { password: "[struck out: password]", n: 1 }],
    ['{"card":4111111111111111}', { card: "[struck out: long number]" }],
    ['[5555555555554444,"x"]', ["[struck out: long number]", "x"]],
    ['{"log":"Cookie: a=\\"b\\"; sid=c\\n"}', { log: "Cookie: [struck out: cookie]" }],
    [
      '{"a":"\\u0022mia@example.org\\u0022","b":"https:\\/\\/u:p@h"}',
      { a: '[struck out: e-mail address]"', b: "https://[struck out: password]@h" },
    ],
    [
      '["-----BEGIN PRIVATE KEY-----","MIIE","-----END PRIVATE KEY-----",1]',
      ["[struck out: private key]", "[struck out: private key]", "[struck out: private key]", 1],
    ],
    ['\ufeff{"ip":"203.0.113.57"}', { ip: "[struck out: IP address]" }],
  ])("stays valid JSON: %s", async (text, expected) => {
    expect(JSON.parse((await strikeAll(text)).replace("\ufeff", ""))).toEqual(expected);
  });

  it("stays one value of JSON in each line", async () => {
    const struck = await strikeAll('{"card":4111111111111111}\n{"password":true,"pin":1}\n{"token":123456789}\n');
    expect(
      struck
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([{ card: "[struck out: long number]" }, { password: true, pin: 1 }, { token: "[struck out: token]" }]);
  });
});
