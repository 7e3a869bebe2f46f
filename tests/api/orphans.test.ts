import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { call, getIdToken, newMember, newStranger, type Person } from "../support/actors.ts";
import { type RunningApi, runJob, serveFunctions } from "../support/functions-process.ts";
import { patient } from "../support/patience.ts";
import { type Relay, startRelay } from "../support/relay.ts";
import { AUTH, auth, db, eventually, FIRESTORE, uniqueId } from "../support/suite.ts";

// Each job starts a process, which takes long.
vi.setConfig({ testTimeout: patient(120_000) });

const PASSWORD = "correct horse";
/** Options that make a job run as if two hours had passed: accounts and names in their first hour are kept. */
const twoHoursLater = () => ["--now", new Date(Date.now() + 2 * 60 * 60_000).toISOString()] as const;
const runOrphans = (...options: string[]) => runJob("orphans", ...options);

const register = (username: string, origin?: string) =>
  call("POST", "/api/auth/register", {
    body: { username, password: PASSWORD },
    ...(origin !== undefined && { origin }),
  });
const login = (username: string) => call("POST", "/api/auth/login", { body: { username, password: PASSWORD } });

const hasAccount = async (uid: string) => (await auth.getUsers([{ uid }])).users.length === 1;
const reservationRef = (username: string) => db.doc(`usernames/${username}`);
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
  test("threat 28: reserves no name if it had not committed, and its account is deleted within a day", async () => {
    const uid = await createAccountOnly();
    const username = uniqueId("m");
    expect((await register(username)).status).toBe(201);
    await runOrphans();
    expect(await hasAccount(uid)).toBe(true);

    expect(await runOrphans(...twoHoursLater())).toMatch(/^Accounts without a member: [1-9]\d* removed\./);
    expect(await hasAccount(uid)).toBe(false);
    expect((await login(username)).status).toBe(200);
  });

  test("threat 28: has created a member who can log in if it had committed, and nobody else gets the name", async () => {
    const { username, uid } = await newMember();
    await runOrphans(...twoHoursLater());
    expect((await login(username)).status).toBe(200);
    expect((await register(username)).status).toBe(409);
    expect(await hasAccount(uid)).toBe(true);
  });

  describe("when the response to its commit was lost", () => {
    let firestoreRelay: Relay;
    let authRelay: Relay;
    let api: RunningApi;
    let shouldHoldResponse = false;
    beforeAll(async () => {
      firestoreRelay = await startRelay(FIRESTORE.replace("http://", ""));
      // The registration creates its account at Auth, then commits to Firestore: hold the response to that commit.
      authRelay = await startRelay(AUTH.replace("http://", ""), (text) => {
        if (shouldHoldResponse && /^POST \S+\/accounts /m.test(text)) firestoreRelay.holdResponses();
      });
      api = await serveFunctions({
        env: { FIRESTORE_EMULATOR_HOST: firestoreRelay.host, FIREBASE_AUTH_EMULATOR_HOST: authRelay.host },
      });
      // Open the connections to Firestore before the test holds responses.
      expect((await register(uniqueId("m"), api.origin)).status).toBe(201);
    });
    afterAll(async () => {
      await api.stop();
      await Promise.all([firestoreRelay.stop(), authRelay.stop()]);
    });

    test("threat 28: has created one member, who can log in", async () => {
      const username = uniqueId("m");
      shouldHoldResponse = true;
      const response = register(username, api.origin);
      const uid: string = await eventually(
        "the commit",
        async () => (await reservationRef(username).get()).get("uid") ?? null,
      );
      shouldHoldResponse = false;
      // The held response is lost: the API has to find out itself whether its commit was stored.
      firestoreRelay.cut();
      expect((await response).status).toBe(201);
      expect([await isMember(uid), await hasAccount(uid)]).toEqual([true, true]);
      expect((await login(username)).body.user.id).toBe(uid);
    });
  });
});

describe("a name whose member was deleted", () => {
  test("threat 28: is given to one of several clients that register it at once after it was freed", async () => {
    const { username, uid } = await createFormerMember();
    expect((await register(username)).status).toBe(409);
    await runOrphans(...twoHoursLater());
    const responses = await Promise.all(Array.from({ length: 4 }, () => register(username)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(3).fill(409)]);
    const newUid = responses.find(({ status }) => status === 201)!.body.user.id;
    expect((await reservationRef(username).get()).get("uid")).toBe(newUid);
    expect((await login(username)).body.user.id).toBe(newUid);
    expect(newUid).not.toBe(uid);
  });

  test("threat 28: is free within a day, and its account is deleted", async () => {
    const { username, uid } = await createFormerMember();
    expect(await runOrphans(...twoHoursLater())).toMatch(/Names without a member: [1-9]\d* freed\./);
    expect([(await reservationRef(username).get()).exists, await hasAccount(uid)]).toEqual([false, false]);
    expect((await register(username)).status).toBe(201);
  });
});

describe("a name that an earlier version folded less", () => {
  /** Registers a name with ß, and reserves it as that version did. */
  async function createEarlierName() {
    const username = `wei\u00df ${uniqueId("m")}`;
    const foldedName = username.replace("\u00df", "ss");
    const { body } = await register(username);
    const reservation = (await reservationRef(foldedName).get()).data()!;
    await reservationRef(username).set(reservation);
    await reservationRef(foldedName).delete();
    // That version reserved fewer look-alikes.
    const lookalikes = await db.collection("lookalikes").where("uid", "==", body.user.id).get();
    for (const { ref } of lookalikes.docs) await ref.delete();
    return { username, foldedName, uid: body.user.id as string };
  }

  test("still signs its member in, is still taken, and its member can change the password", async () => {
    const { username, uid } = await createEarlierName();
    const { status, body } = await login(username);
    expect([status, body.user.id]).toEqual([200, uid]);
    expect((await register(username)).status).toBe(409);
    const change = await call("POST", "/api/auth/password", {
      token: await getIdToken(body.token as string),
      body: { currentPassword: PASSWORD, newPassword: "battery staple" },
    });
    expect(change.status).toBe(200);
  });

  test("is folded anew within a day: then its other spellings sign in, and are taken", async () => {
    const { username, foldedName, uid } = await createEarlierName();
    await runOrphans(...twoHoursLater());
    expect([(await reservationRef(username).get()).exists, await hasAccount(uid)]).toEqual([false, true]);
    for (const name of [username, foldedName.toUpperCase()]) expect((await login(name)).body.user.id, name).toBe(uid);
    expect((await register(foldedName)).status).toBe(409);
  });

  test("stays as it is if another member has its other spelling, and each signs in under the own name", async () => {
    const { username, foldedName, uid } = await createEarlierName();
    // Nothing keeps a new member from the other spelling until the job has run.
    const { body } = await register(foldedName);
    await runOrphans(...twoHoursLater());
    expect((await login(username)).body.user.id).toBe(uid);
    expect((await login(foldedName)).body.user.id).toBe(body.user.id);
  });
});

describe("the reservation of look-alike names", () => {
  test("threat 10: is removed within a day after its member is deleted", async () => {
    const username = uniqueId("peca");
    const { uid } = await newMember(username);
    await db.doc(`members/${uid}`).delete();
    await runOrphans(...twoHoursLater());
    expect((await db.collection("lookalikes").where("uid", "==", uid).get()).size).toBe(0);
    // The last letter, ɑ, looks like an a.
    expect((await register(username.replace("peca", "pec\u0251"))).status).toBe(201);
  });
});

describe("a stranger's account", () => {
  test("threat 28: blocks no name, whatever its e-mail address, and is deleted within a day", async () => {
    const username = uniqueId("m");
    const uids = [await signUp(`${username}@members.invalid`), await signUp(`${username}@example.org`)];
    const { status, body } = await register(username);
    expect(status).toBe(201);
    await runOrphans(...twoHoursLater());
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
  expect(await runOrphans(...twoHoursLater())).toMatch(/Members without an account: [1-9]\d*\.$/);
  expect(await isMember(uid)).toBe(true);
  expect((await register(username)).status).toBe(409);
});

test("the job `orphans` can run twice at the same time", async () => {
  const { uid } = await createFormerMember();
  await Promise.all([runOrphans(...twoHoursLater()), runOrphans(...twoHoursLater())]);
  expect(await hasAccount(uid)).toBe(false);
});
