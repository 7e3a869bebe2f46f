import { describe, expect, test, vi } from "vitest";
import { ACTIONS } from "../../ops/admin/actions.ts";
import { findMember } from "../../ops/admin/directory.ts";
import { call, newMember, type Person } from "../support/actors.ts";
import { runJob } from "../support/functions-process.ts";
import { AUTH, auth, db, PROJECT, uniqueId } from "../support/suite.ts";
import { callAuth } from "./direct-requests.ts";
import { accessStatuses, ENDED_SESSION, VALID_SESSION } from "./session-access.ts";

// A job starts a process, which takes long.
vi.setConfig({ testTimeout: 120_000 });

/** Runs `npm run admin -- reset-password` and returns its output. */
async function resetPassword({ username }: Person): Promise<string> {
  const directory = { auth, db, close: async () => undefined };
  const member = await findMember(directory, username);
  return await ACTIONS["reset-password"](directory, member!);
}

/** The code that Auth would have sent to the phone. */
async function verificationCode(sessionInfo: string): Promise<string> {
  const response = await fetch(`${AUTH}/emulator/v1/projects/${PROJECT}/verificationCodes`);
  const { verificationCodes } = (await response.json()) as {
    verificationCodes: { sessionInfo: string; code: string }[];
  };
  return verificationCodes.find((one) => one.sessionInfo === sessionInfo)!.code;
}

test("threat 17: a password set through Auth's own API opens no session, and a reset returns the account to its owner", async () => {
  const someone = await newMember();
  const login = (password: string) =>
    call("POST", "/api/auth/login", { body: { username: someone.username, password } });
  const { body } = await callAuth("update", {
    idToken: someone.idToken,
    password: "battery staple",
    returnSecureToken: true,
  });
  for (const password of ["battery staple", someone.password]) expect((await login(password)).status).toBe(401);
  const refusal = async (password: string) => (await login(password)).body.error;
  expect(await refusal("battery staple")).toBe(
    "This password was not set in the logbook. Please ask an admin to reset it.",
  );
  for (const password of [someone.password, "another one"]) expect(await refusal(password)).toBe("Invalid credentials");
  const { email } = await auth.getUser(someone.uid);
  const laterSession = await callAuth("signInWithPassword", {
    email,
    password: "battery staple",
    returnSecureToken: true,
  });
  for (const { idToken } of [laterSession.body, body])
    expect(await accessStatuses({ ...someone, idToken })).toEqual(ENDED_SESSION);
  const output = await resetPassword(someone);
  expect((await login("battery staple")).status).toBe(401);
  expect((await login(/[a-z-]+\d+$/.exec(output)![0])).body.user.id).toBe(someone.uid);
  for (const password of ["battery staple", someone.password])
    expect(await refusal(password)).toBe("Invalid credentials");
});

describe("threat 17: an attacker with a stolen token links another sign-in method through Auth's own API", () => {
  const phoneNumber = () => `+4930${Math.floor(1_000_000 + Math.random() * 8_999_999)}`;
  const google = () => ({
    requestUri: "http://localhost",
    postBody: new URLSearchParams({
      id_token: JSON.stringify({
        sub: uniqueId("google"),
        email: `${uniqueId("thief")}@example.org`,
        email_verified: true,
      }),
      providerId: "google.com",
    }).toString(),
    returnSecureToken: true,
  });
  const byPhone = async (phoneNumber: string) => {
    const { body } = await callAuth("sendVerificationCode", { phoneNumber });
    return { sessionInfo: body.sessionInfo, code: await verificationCode(body.sessionInfo) };
  };
  const linkMethods = {
    "an identity provider": async (idToken: string) => {
      const credential = google();
      await callAuth("signInWithIdp", { ...credential, idToken });
      return async () => (await callAuth("signInWithIdp", credential)).body;
    },
    "a phone number": async (idToken: string) => {
      const phone = phoneNumber();
      await callAuth("signInWithPhoneNumber", { ...(await byPhone(phone)), idToken });
      return async () => (await callAuth("signInWithPhoneNumber", await byPhone(phone))).body;
    },
  };
  const removals = {
    "signing out everywhere": async (someone: Person) => {
      expect((await call("POST", "/api/auth/sign-out-everywhere", { as: someone, body: {} })).status).toBe(200);
    },
    "a new password": async (someone: Person) => {
      const body = { currentPassword: someone.password, newPassword: "battery staple" };
      expect((await call("POST", "/api/auth/password", { as: someone, body })).status).toBe(200);
    },
    "a reset by an admin": resetPassword,
    "the daily job": async () => {
      expect(await runJob("orphans")).toMatch(/Other ways into accounts: [1-9]\d* closed/);
    },
  };

  for (const [way, link] of Object.entries(linkMethods)) {
    test(`${way} opens no session, neither before nor after 'sign out everywhere'`, async () => {
      const someone = await newMember();
      expect(await accessStatuses(someone)).toEqual(VALID_SESSION);
      const enter = await link(someone.idToken);
      const first = await enter();
      expect(first.localId).toBe(someone.uid);
      expect(await accessStatuses({ ...someone, idToken: first.idToken })).toEqual(ENDED_SESSION);
      expect((await call("POST", "/api/auth/sign-out-everywhere", { as: someone, body: {} })).status).toBe(200);
      const { body } = await callAuth("token", { refresh_token: first.refreshToken, grant_type: "refresh_token" });
      const second = await enter();
      expect(second.localId).not.toBe(someone.uid);
      for (const idToken of [first.idToken, second.idToken, body?.id_token])
        if (idToken !== undefined) expect(await accessStatuses({ ...someone, idToken })).toEqual(ENDED_SESSION);
    });

    test.each(Object.entries(removals))(`${way} is unlinked by %s`, async (_, remove) => {
      const someone = await newMember();
      const enter = await link(someone.idToken);
      expect((await enter()).localId).toBe(someone.uid);
      await remove(someone);
      expect((await enter()).localId).not.toBe(someone.uid);
      const { providerData, phoneNumber, email } = await auth.getUser(someone.uid);
      expect([providerData.map(({ providerId }) => providerId), phoneNumber]).toEqual([["password"], undefined]);
      expect(email).toMatch(/@members\.invalid$/);
    });
  }
});
