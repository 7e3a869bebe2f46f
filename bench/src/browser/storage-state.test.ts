import { expect, it } from "vitest";
import { withExpiredTokens, withoutText } from "./storage-state.ts";

const HOUR_SECONDS = 3600;
const NOW_SECONDS = 1_800_000_000;
const encodeJson = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const tokenExpiringAt = (exp: number): string =>
  `${encodeJson({ alg: "none" })}.${encodeJson({ auth_time: NOW_SECONDS, iat: exp - HOUR_SECONDS, exp })}.`;

const storageState = (entries: Record<string, object>) => ({
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
  expect(withoutText(storageState({ user, list }), 'A "quoted" title')).toEqual(storageState({ user }));
});

it("withExpiredTokens() moves the tokens and their expiry times into the past and leaves other times alone", () => {
  // The first entry's expiry time is stored in seconds and a little inexact, the second entry's in milliseconds.
  const stateExpiringAt = (exp: number) =>
    storageState({
      session: { token: tokenExpiringAt(exp), expiresAt: exp + 1, startedAt: NOW_SECONDS - HOUR_SECONDS },
      auth: { manager: { accessToken: tokenExpiringAt(exp), expirationTime: exp * 1000 } },
    });
  expect(withExpiredTokens(stateExpiringAt(NOW_SECONDS), 2)).toEqual(stateExpiringAt(NOW_SECONDS - 2 * HOUR_SECONDS));
});
