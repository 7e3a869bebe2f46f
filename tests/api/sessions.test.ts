import { describe, expect, it } from "vitest";
import { ACTIONS, type ActionName } from "../../ops/admin/actions.ts";
import { findMember } from "../../ops/admin/directory.ts";
import { CommandError } from "../../suite/command-line/command.ts";
import { type ApiResponse, call, getIdToken, newMember, type Person } from "../support/actors.ts";
import { claimsOf } from "../support/issuer.ts";
import { auth, db, eventually, uniqueId } from "../support/suite.ts";
import { accessStatuses, ENDED_SESSION, VALID_SESSION } from "./session-access.ts";

const signOutEverywhere = (person: Person): Promise<ApiResponse> =>
  call("POST", "/api/auth/sign-out-everywhere", { as: person, body: {} });

/** Opens another session of the same member, as on another device. */
async function signInAgain({ uid, username, password }: Person): Promise<Person> {
  const { status, body } = await call("POST", "/api/auth/login", { body: { username, password } });
  expect(status).toBe(200);
  return { uid, username, password, idToken: await getIdToken(body.token as string) };
}

/** Waits until a new second begins, so that the next calls are made within one second. */
async function waitForNextSecond(): Promise<void> {
  const second = Math.floor(Date.now() / 1000);
  await eventually("the next second", async () => (Math.floor(Date.now() / 1000) > second ? true : null));
}

describe("signing out everywhere", () => {
  it("ends every session at once, also the session that calls it, in the API, Firestore and Storage", async () => {
    const session = await newMember();
    const otherSession = await signInAgain(session);
    expect(await accessStatuses(session)).toEqual(VALID_SESSION);
    expect(await accessStatuses(otherSession)).toEqual(VALID_SESSION);
    expect((await signOutEverywhere(session)).status).toBe(200);
    expect(await accessStatuses(session)).toEqual(ENDED_SESSION);
    expect(await accessStatuses(otherSession)).toEqual(ENDED_SESSION);
  });

  it("ends a session that was opened within the same second", async () => {
    const session = await newMember();
    await waitForNextSecond();
    const otherSession = await signInAgain(session);
    expect((await signOutEverywhere(session)).status).toBe(200);
    expect(await accessStatuses(otherSession)).toEqual(ENDED_SESSION);
  });

  it("invalidates a custom token that was issued before and not used yet", async () => {
    const member = await newMember();
    const { username, password } = member;
    const { body } = await call("POST", "/api/auth/login", { body: { username, password } });
    expect((await signOutEverywhere(member)).status).toBe(200);
    // Auth still accepts the custom token and issues an ID token, which the API and the rules refuse.
    const lateSession = { ...member, idToken: await getIdToken(body.token as string) };
    expect(claimsOf(lateSession.idToken)).toMatchObject({ user_id: member.uid, opened: expect.any(Number) });
    expect(await accessStatuses(lateSession)).toEqual(ENDED_SESSION);
    expect(await accessStatuses(await signInAgain(member))).toEqual(VALID_SESSION);
  });

  it("ends no other member's session", async () => {
    const [member, otherMember] = [await newMember(), await newMember()];
    await signOutEverywhere(member);
    expect(await accessStatuses(otherMember)).toEqual(VALID_SESSION);
  });
});

describe("the admin command", () => {
  const directory = { auth, db };
  const runAdminCommand = async (action: ActionName, { username }: Person): Promise<string> => {
    const member = await findMember(directory, username);
    return ACTIONS[action](directory, member!, { force: false });
  };

  it("ends a disabled member's sessions for good: once enabled, the member has to log in again", async () => {
    const member = await newMember();
    await runAdminCommand("disable", member);
    // The API, too, answers 403 to a disabled member, and 401 only to an ended session.
    expect(await accessStatuses(member)).toEqual([403, 403, 403, 403]);
    await runAdminCommand("enable", member);
    expect(await accessStatuses(member)).toEqual(ENDED_SESSION);
    // A session that begins in the same second as the command has ended too.
    const laterSession = await eventually("a valid session after the command's second", async () => {
      const session = await signInAgain(member);
      return (await call("GET", "/api/me", { as: session })).status === 200 ? session : null;
    });
    expect(await accessStatuses(laterSession)).toEqual(VALID_SESSION);
  });

  it("ends every session of a member whose password is reset, even one opened in the same second", async () => {
    const member = await newMember();
    await waitForNextSecond();
    const otherSession = await signInAgain(member);
    const output = await runAdminCommand("reset-password", member);
    expect(await accessStatuses(otherSession)).toEqual(ENDED_SESSION);
    // The output ends with the new password.
    const password = output.split(" ").at(-1)!;
    expect((await signInAgain({ ...member, password })).uid).toBe(member.uid);
  });

  it("disables a member without an account, and says why the member can neither be enabled nor get a new password", async () => {
    const member = await newMember();
    await auth.deleteUser(member.uid);
    for (const action of ["enable", "reset-password"] as const)
      await expect(runAdminCommand(action, member)).rejects.toThrow(
        new CommandError(
          `${member.username} has no account any more, so nobody can sign in with this name. The member has to register under another name.`,
        ),
      );
    expect(await runAdminCommand("disable", member)).toBe(
      `${member.username} is disabled, and has no account any more.`,
    );
    expect((await db.doc(`members/${member.uid}`).get()).get("disabled")).toBe(true);
  });

  it("resets a password and also removes an e-mail address that an attacker has set", async () => {
    const member = await newMember();
    await auth.updateUser(member.uid, { email: `${uniqueId("thief")}@example.org` });
    await runAdminCommand("reset-password", member);
    expect((await auth.getUser(member.uid)).email).toMatch(/@members\.invalid$/);
  });
});
