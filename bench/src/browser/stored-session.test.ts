import { describe, expect, it } from "vitest";
import { type StoredSession, withExpiredTokens, withoutText } from "./stored-session.ts";

const HOUR = 3600;
const NOW = 1_800_000_000;
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const token = (exp: number): string => `${part({ alg: "none" })}.${part({ iat: exp - HOUR, exp, auth_time: NOW })}.`;

// Playwright's type does not have `indexedDB`.
function stored(over: { localStorage?: object[]; indexedDB?: object[] }): StoredSession {
  return { cookies: [], origins: [{ origin: "http://127.0.0.1:1", localStorage: [], ...over }] } as StoredSession;
}

/** A record of IndexedDB that Playwright had to encode: the fields are pairs. */
const record = (fields: Record<string, unknown>) => ({
  valueEncoded: { o: Object.entries(fields).map(([k, v]) => ({ k, v })), id: 1 },
});
const database = (records: object[]) => [
  { name: "db", version: 1, stores: [{ name: "s", autoIncrement: false, indexes: [], records }] },
];

describe("a stored session without the list", () => {
  it("has no entry that contains the text, and all others", () => {
    const me = { name: "user", value: '{"id":"u1"}' };
    const list = { name: "list", value: JSON.stringify([{ title: 'A "quoted" title' }]) };
    const both = stored({
      localStorage: [me, list],
      indexedDB: database([
        { key: "a", value: { title: 'A "quoted" title' } },
        { key: "b", value: 1 },
      ]),
    });
    expect(withoutText(both, 'A "quoted" title')).toEqual(
      stored({ localStorage: [me], indexedDB: database([{ key: "b", value: 1 }]) }),
    );
  });
});

describe("a stored session whose tokens have expired", () => {
  it("has expired tokens and expiry times in localStorage and IndexedDB", () => {
    const fresh = stored({
      localStorage: [{ name: "kept", value: JSON.stringify({ token: token(NOW), until: NOW + 1, since: NOW - HOUR }) }],
      indexedDB: database([
        record({ accessToken: token(NOW), expirationTime: NOW * 1000 }),
        { key: "plain", value: { expirationTime: NOW * 1000 } },
      ]),
    });
    const then = NOW - 2 * HOUR;
    expect(withExpiredTokens(fresh, 2)).toEqual(
      stored({
        localStorage: [
          { name: "kept", value: JSON.stringify({ token: token(then), until: then + 1, since: NOW - HOUR }) },
        ],
        indexedDB: database([
          record({ accessToken: token(then), expirationTime: then * 1000 }),
          { key: "plain", value: { expirationTime: then * 1000 } },
        ]),
      }),
    );
  });
});
