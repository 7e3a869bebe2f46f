import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { call, newMember, newStranger, type Person } from "../support/actors.ts";
import { type RunningApi, runJob, serveFunctions } from "../support/functions-process.ts";
import { type Relay, startRelay } from "../support/relay.ts";
import { AUTH, auth, db, eventually, FIRESTORE, uniqueId } from "../support/suite.ts";

// Each job starts a process, which takes long.
vi.setConfig({ testTimeout: 120_000 });

const PASSWORD = "correct horse";
const inTwoHours = () => ["--now", new Date(Date.now() + 2 * 60 * 60_000).toISOString()] as const;
const runOrphans = (...options: string[]) => runJob("orphans", ...options);

const register = (username: string, origin?: string) =>
  call("POST", "/api/auth/register", {
    body: { username, password: PASSWORD },
    ...(origin !== undefined && { origin }),
  });
const login = (username: string) => call("POST", "/api/auth/login", { body: { username, password: PASSWORD } });

const hasAccount = async (uid: string) => (await auth.getUsers([{ uid }])).users.length === 1;
const reservationOf = (username: string) => db.doc(`usernames/${username}`);
const isMember = async (uid: string) => (await db.doc(`members/${uid}`).get()).exists;

/** Creates the state after a registration that was killed before its commit: an account without a member. */
async function createAccountOnly(): Promise<string> {
  return (await auth.createUser({ email: `${uniqueId("x")}@members.invalid`, password: PASSWORD })).uid;
}

/** Creates a former member: the member document is deleted, but the account and the name still exist. */
async function createFormerMember(): Promise<Person> {
  const person = await newMember();
  await db.doc(`members/${person.uid}`).delete();
  return person;
}

/** Signs up through Auth's own API with the public key. */
async function signUp(email: string): Promise<string> {
  const response = await fetch(`${AUTH}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=emulator`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: PASSWORD, returnSecureToken: true }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { localId: string }).localId;
}

describe("a registration whose process was killed", () => {
  test("threat 28: before its commit reserves no name, and its account is deleted within a day", async () => {
    const uid = await createAccountOnly();
    const username = uniqueId("m");
    expect((await register(username)).status).toBe(201);
    await runOrphans();
    expect(await hasAccount(uid)).toBe(true);

    expect(await runOrphans(...inTwoHours())).toMatch(/^Accounts without a member: [1-9]\d* removed\./);
    expect(await hasAccount(uid)).toBe(false);
    expect((await login(username)).status).toBe(200);
  });

  test("threat 28: after its commit has created a member who can log in, and nobody else gets the name", async () => {
    const { username, uid } = await newMember();
    await runOrphans(...inTwoHours());
    expect((await login(username)).status).toBe(200);
    expect((await register(username)).status).toBe(409);
    expect(await hasAccount(uid)).toBe(true);
  });

  describe("when the response to its commit was lost", () => {
    let firestore: Relay;
    let accounts: Relay;
    let served: RunningApi;
    let losesResponse = false;
    beforeAll(async () => {
      firestore = await startRelay(FIRESTORE.replace("http://", ""));
      accounts = await startRelay(AUTH.replace("http://", ""), (text) => {
        if (losesResponse && /^POST \S+\/accounts /m.test(text)) firestore.holdResponses();
      });
      served = await serveFunctions({
        env: { FIRESTORE_EMULATOR_HOST: firestore.host, FIREBASE_AUTH_EMULATOR_HOST: accounts.host },
      });
      // Open the connections to Firestore before the test holds responses.
      expect((await register(uniqueId("m"), served.origin)).status).toBe(201);
    });
    afterAll(async () => {
      await served.stop();
      await Promise.all([firestore.stop(), accounts.stop()]);
    });

    test("threat 28: has created one member, who can log in", async () => {
      const username = uniqueId("m");
      losesResponse = true;
      const response = register(username, served.origin);
      const uid: string = await eventually(
        "the commit",
        async () => (await reservationOf(username).get()).get("uid") ?? null,
      );
      losesResponse = false;
      firestore.cut();
      expect((await response).status).toBe(201);
      expect([await isMember(uid), await hasAccount(uid)]).toEqual([true, true]);
      expect((await login(username)).body.user.id).toBe(uid);
    });
  });
});

describe("a name whose member was deleted", () => {
  test("threat 28: is given to one of several clients that register it at once", async () => {
    const { username, uid } = await createFormerMember();
    const responses = await Promise.all(Array.from({ length: 4 }, () => register(username)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(3).fill(409)]);
    const winner = responses.find(({ status }) => status === 201)!.body.user.id;
    expect((await reservationOf(username).get()).get("uid")).toBe(winner);
    expect((await login(username)).body.user.id).toBe(winner);
    expect(winner).not.toBe(uid);
  });

  test("threat 28: is free within a day, and its account is deleted", async () => {
    const { username, uid } = await createFormerMember();
    expect(await runOrphans(...inTwoHours())).toMatch(/Names without a member: [1-9]\d* freed\./);
    expect([(await reservationOf(username).get()).exists, await hasAccount(uid)]).toEqual([false, false]);
    expect((await register(username)).status).toBe(201);
  });
});

describe("the reservation of look-alike names", () => {
  test("threat 10: is removed within a day after its member is deleted", async () => {
    const suffix = uniqueId("").slice(1);
    const { uid } = await newMember(`peca${suffix}`);
    await db.doc(`members/${uid}`).delete();
    await runOrphans(...inTwoHours());
    expect((await db.collection("lookalikes").where("uid", "==", uid).get()).size).toBe(0);
    expect((await register(`pec\u0251${suffix}`)).status).toBe(201);
  });
});

describe("a stranger's account", () => {
  test("threat 28: blocks no name, whatever its e-mail address, and is deleted within a day", async () => {
    const username = uniqueId("m");
    const uids = [await signUp(`${username}@members.invalid`), await signUp(`${username}@example.org`)];
    const { status, body } = await register(username);
    expect(status).toBe(201);
    await runOrphans(...inTwoHours());
    expect(await Promise.all(uids.map(hasAccount))).toEqual([false, false]);
    expect((await login(username)).body.user.id).toBe(body.user.id);
  });

  test("threat 16: is not deleted in its first hour", async () => {
    const { uid } = await newStranger();
    await runOrphans();
    expect(await hasAccount(uid)).toBe(true);
  });
});

test("a member without an account is reported in the log and kept", async () => {
  const { uid, username } = await newMember();
  await auth.deleteUser(uid);
  expect(await runOrphans(...inTwoHours())).toMatch(/Members without an account: [1-9]\d*\.$/);
  expect(await isMember(uid)).toBe(true);
  expect((await register(username)).status).toBe(409);
});

test("the job can run twice at once", async () => {
  const { uid } = await createFormerMember();
  await Promise.all([runOrphans(...inTwoHours()), runOrphans(...inTwoHours())]);
  expect(await hasAccount(uid)).toBe(false);
});
