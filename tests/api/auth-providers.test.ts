import { describe, expect, test, vi } from "vitest";
import { ACTIONS } from "../../ops/admin/actions.ts";
import { findMember } from "../../ops/admin/directory.ts";
import { call, newMember, type Person } from "../support/actors.ts";
import { runJob } from "../support/functions-process.ts";
import { patient } from "../support/patience.ts";
import { AUTH, auth, db, PROJECT, uniqueId } from "../support/suite.ts";
import { callAuth } from "./direct-requests.ts";
import { accessStatuses, ENDED_SESSION, VALID_SESSION } from "./session-access.ts";

// A job starts a process, which takes long.
vi.setConfig({ testTimeout: patient(120_000) });

/** Does what `npm run admin -- reset-password` does, and returns its output. */
async function resetPassword({ username }: Person): Promise<string> {
  const directory = { auth, db };
  const member = await findMember(directory, username);
  return await ACTIONS["reset-password"](directory, member!);
}

/** Asks Auth for a new ID token, as Firebase's SDK does once the old token expires. */
async function renewIdToken(refreshToken: string): Promise<string> {
  const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken });
  const response = await fetch(`${AUTH}/securetoken.googleapis.com/v1/token?key=any`, { method: "POST", body });
  expect(response.status).toBe(200);
  return ((await response.json()) as { id_token: string }).id_token;
}

/** Reads the code that Auth would have sent to the phone. */
async function readVerificationCode(sessionInfo: string): Promise<string> {
  const response = await fetch(`${AUTH}/emulator/v1/projects/${PROJECT}/verificationCodes`);
  const { verificationCodes } = (await response.json()) as {
    verificationCodes: { sessionInfo: string; code: string }[];
  };
  return verificationCodes.find((sentCode) => sentCode.sessionInfo === sessionInfo)!.code;
}

/** The password that an attacker with a stolen token sets, without the logbook. */
const ATTACKERS_PASSWORD = "battery staple";

test("threat 17: a password set through Auth's own API opens no session, and a reset returns the account to its owner", async () => {
  const member = await newMember();
  const login = (password: string) =>
    call("POST", "/api/auth/login", { body: { username: member.username, password } });
  const readLoginError = async (password: string): Promise<string> => (await login(password)).body.error;
  const passwordChange = await callAuth("update", {
    idToken: member.idToken,
    password: ATTACKERS_PASSWORD,
    returnSecureToken: true,
  });
  for (const password of [ATTACKERS_PASSWORD, member.password]) expect((await login(password)).status).toBe(401);
  expect(await readLoginError(ATTACKERS_PASSWORD)).toBe(
    "This password was not set in the logbook. Please ask an admin to reset it.",
  );
  for (const password of [member.password, "never set"])
    expect(await readLoginError(password)).toBe("Invalid credentials");
  const { email } = await auth.getUser(member.uid);
  const laterSignIn = await callAuth("signInWithPassword", {
    email,
    password: ATTACKERS_PASSWORD,
    returnSecureToken: true,
  });
  for (const { idToken } of [laterSignIn.body, passwordChange.body])
    expect(await accessStatuses({ ...member, idToken })).toEqual(ENDED_SESSION);
  const output = await resetPassword(member);
  // The output ends with the new password.
  const newPassword = output.split(" ").at(-1)!;
  expect((await login(ATTACKERS_PASSWORD)).status).toBe(401);
  expect((await login(newPassword)).body.user.id).toBe(member.uid);
  for (const password of [ATTACKERS_PASSWORD, member.password])
    expect(await readLoginError(password)).toBe("Invalid credentials");
});

describe("threat 17: an attacker with a stolen token links another sign-in method through Auth's own API", () => {
  const randomPhoneNumber = () => `+4930${Math.floor(1_000_000 + Math.random() * 8_999_999)}`;
  const createGoogleCredential = () => ({
    requestUri: "http://localhost",
    postBody: new URLSearchParams({
      // The Auth emulator accepts plain JSON as Google's ID token.
      id_token: JSON.stringify({
        sub: uniqueId("google"),
        email: `${uniqueId("thief")}@example.org`,
        email_verified: true,
      }),
      providerId: "google.com",
    }).toString(),
    returnSecureToken: true,
  });
  const createPhoneCredential = async (phoneNumber: string) => {
    const { body } = await callAuth("sendVerificationCode", { phoneNumber });
    return { sessionInfo: body.sessionInfo, code: await readVerificationCode(body.sessionInfo) };
  };
  /** Each function links a sign-in method to the token's account, and returns a function that signs in by it. */
  const linkMethods = {
    "an identity provider": async (idToken: string) => {
      const credential = createGoogleCredential();
      await callAuth("signInWithIdp", { ...credential, idToken });
      return async () => (await callAuth("signInWithIdp", credential)).body;
    },
    "a phone number": async (idToken: string) => {
      const phone = randomPhoneNumber();
      await callAuth("signInWithPhoneNumber", { ...(await createPhoneCredential(phone)), idToken });
      return async () => (await callAuth("signInWithPhoneNumber", await createPhoneCredential(phone))).body;
    },
  };
  /** Actions that should unlink the attacker's sign-in method. */
  const unlinkingActions = {
    "signing out everywhere": async (member: Person) => {
      expect((await call("POST", "/api/auth/sign-out-everywhere", { as: member, body: {} })).status).toBe(200);
    },
    "a new password": async (member: Person) => {
      const body = { currentPassword: member.password, newPassword: "another horse" };
      expect((await call("POST", "/api/auth/password", { as: member, body })).status).toBe(200);
    },
    "a reset by an admin": resetPassword,
    "the daily job `orphans`": async () => {
      expect(await runJob("orphans")).toMatch(/Other ways into accounts: [1-9]\d* closed/);
    },
  };

  for (const [method, link] of Object.entries(linkMethods)) {
    test(`${method} opens no session, before and after 'sign out everywhere'`, async () => {
      const member = await newMember();
      expect(await accessStatuses(member)).toEqual(VALID_SESSION);
      const signInByMethod = await link(member.idToken);
      const sessionBefore = await signInByMethod();
      expect(sessionBefore.localId).toBe(member.uid);
      expect(await accessStatuses({ ...member, idToken: sessionBefore.idToken })).toEqual(ENDED_SESSION);
      expect((await call("POST", "/api/auth/sign-out-everywhere", { as: member, body: {} })).status).toBe(200);
      const renewedToken = await renewIdToken(sessionBefore.refreshToken);
      // The method is unlinked by now, so this sign-in creates another account.
      const sessionAfter = await signInByMethod();
      expect(sessionAfter.localId).not.toBe(member.uid);
      for (const idToken of [sessionBefore.idToken, sessionAfter.idToken, renewedToken])
        expect(await accessStatuses({ ...member, idToken })).toEqual(ENDED_SESSION);
    });

    test.each(Object.entries(unlinkingActions))(`${method} is unlinked by %s`, async (_, unlink) => {
      const member = await newMember();
      const signInByMethod = await link(member.idToken);
      expect((await signInByMethod()).localId).toBe(member.uid);
      await unlink(member);
      expect((await signInByMethod()).localId).not.toBe(member.uid);
      const { providerData, phoneNumber, email } = await auth.getUser(member.uid);
      expect([providerData.map(({ providerId }) => providerId), phoneNumber]).toEqual([["password"], undefined]);
      expect(email).toMatch(/@members\.invalid$/);
    });
  }
});
