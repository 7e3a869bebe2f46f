import { expect, it } from "vitest";
import { withExpiredTokens, withoutText } from "./stored-session.ts";

const HOUR_SECONDS = 3600;
const NOW = 1_800_000_000;
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const token = (exp: number): string =>
  `${part({ alg: "none" })}.${part({ auth_time: NOW, iat: exp - HOUR_SECONDS, exp })}.`;

const stored = (entries: Record<string, object>) => ({
  cookies: [],
  origins: [
    {
      origin: "http://127.0.0.1:1",
      localStorage: Object.entries(entries).map(([name, value]) => ({ name, value: JSON.stringify(value) })),
    },
  ],
});

it("withoutText() removes the entries that contain a text and keeps all others", () => {
  const user = { id: "u1" };
  const list = [{ title: 'A "quoted" title' }];
  expect(withoutText(stored({ user, list }), 'A "quoted" title')).toEqual(stored({ user }));
});

it("withExpiredTokens() moves the tokens and their expiry times into the past and leaves other times alone", () => {
  const session = (exp: number) =>
    stored({
      kept: { token: token(exp), until: exp + 1, since: NOW - HOUR_SECONDS },
      auth: { manager: { accessToken: token(exp), expirationTime: exp * 1000 } },
    });
  expect(withExpiredTokens(session(NOW), 2)).toEqual(session(NOW - 2 * HOUR_SECONDS));
});
