import { LIMITS, type WireMember, type WireMemberAct } from "@logbook/domain";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, call, fileReport, getIdToken, newAdmin, newMember, type Person } from "../support/actors.ts";
import { startFirestoreProxy } from "../support/firestore-proxy.ts";
import { serveFunctions } from "../support/functions-process.ts";
import { auth, db, FIRESTORE, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";
import { accessStatuses, VALID_SESSION } from "./session-access.ts";

const SETTING = db.doc("settings/members");
const NO_ACCESS = [403, 403, 403, 403];
const PASSWORD = "correct horse";

let admin: Person;
beforeAll(async () => {
  admin = await newAdmin();
});
// The next test, also of another file, begins with the setting as it is by default.
afterEach(async () => {
  await SETTING.delete();
});

const setAdmission = (admission: string, as: Person = admin): Promise<ApiResponse> =>
  call("PUT", "/api/admission", { as, body: { admission } });
const register = (username: string, origin?: string): Promise<ApiResponse> =>
  call("POST", "/api/auth/register", { body: { username, password: PASSWORD }, ...(origin && { origin }) });
const login = (username: string, password = PASSWORD): Promise<ApiResponse> =>
  call("POST", "/api/auth/login", { body: { username, password } });
const changeMember = (uid: string, body: object, as: Person = admin): Promise<ApiResponse> =>
  call("PUT", `/api/members/${uid}`, { as, body });
const readRegistration = async () => (await call("GET", "/api/auth/registration")).body;
const countAccounts = async () => (await auth.listUsers(1000)).users.length;
const readStored = async (uid: string) => (await db.doc(`members/${uid}`).get()).data();
const readLog = async (query = ""): Promise<ApiResponse> => call("GET", `/api/members/log${query}`, { as: admin });
/** The acts on a member in the log, the last first. */
const actsOn = async (username: string): Promise<WireMemberAct[]> =>
  (await readLog()).body.acts.filter(({ member }: WireMemberAct) => member === username);

/** Registers somebody who then waits. */
async function newWaiting(): Promise<Person> {
  expect((await setAdmission("approval")).status).toBe(200);
  const username = uniqueId("w");
  const { status, body } = await register(username);
  expect(status).toBe(201);
  return { uid: body.user.id, username, password: PASSWORD, idToken: await getIdToken(body.token) };
}

describe("who comes in", () => {
  it("is everybody by default, and visitors are told nothing special", async () => {
    expect(await readRegistration()).toEqual({ success: true, admission: "open", notice: null });
    expect(await accessStatuses(await newMember())).toEqual(VALID_SESSION);
  });

  it("is told to visitors before they register", async () => {
    await setAdmission("approval");
    expect(await readRegistration()).toMatchObject({ admission: "approval", notice: expect.stringMatching(/wait/) });
    await setAdmission("closed");
    expect(await readRegistration()).toMatchObject({ admission: "closed", notice: expect.stringMatching(/Nobody/) });
  });

  it("is set by admins only, to one of three values", async () => {
    expectFailure(await setAdmission("closed", await newMember()), 403, "forbidden");
    for (const admission of ["", "OPEN", "nobody"]) expectFailure(await setAdmission(admission), 400, "bad-request");
    expect((await SETTING.get()).exists).toBe(false);
    expect((await setAdmission("closed")).body).toEqual({ success: true, admission: "closed" });
    expect((await SETTING.get()).data()).toEqual({ admission: "closed" });
  });

  it("is nobody if the stored setting is malformed", async () => {
    for (const setting of [{}, { admission: null }, { admission: "everybody" }]) {
      await SETTING.set(setting);
      expect((await readRegistration()).admission).toBe("closed");
      expectFailure(await register(uniqueId("n")), 403, "closed");
    }
  });
});

describe("while registration is closed", () => {
  it("nobody can register, and nothing is stored; members log in as always", async () => {
    const member = await newMember();
    await setAdmission("closed");
    const username = uniqueId("c");
    const accountsBefore = await countAccounts();
    expectFailure(await register(username), 403, "closed");
    expect(await countAccounts()).toBe(accountsBefore);
    expect((await db.doc(`usernames/${username}`).get()).exists).toBe(false);
    expect((await login(member.username)).status).toBe(200);
    await setAdmission("open");
    expect((await register(username)).status).toBe(201);
  });

  it.each([
    ["is closed", "closed", 403],
    ["needs approval", "approval", 201],
  ])(
    "threat 36: a registration that was already running when it %s is treated so, too",
    { timeout: 60_000 },
    async (_, admission, status) => {
      const proxy = await startFirestoreProxy(new URL(FIRESTORE).host);
      const api = await serveFunctions({ env: { FIRESTORE_EMULATOR_HOST: proxy.host } });
      const isRead = new Promise<void>((resolve) => {
        // The response to the first read of the setting is late, so the admin's whole call comes before the commit.
        proxy.intercept(({ path, body }) => {
          if (!path.endsWith(":batchGet") || !body.includes("settings/members")) return "pass";
          resolve();
          return "late";
        });
      });
      const username = uniqueId("l");
      const registration = register(username, api.origin);
      await isRead;
      expect((await setAdmission(admission)).status).toBe(200);
      const response = await registration;
      expect(response.status).toBe(status);
      if (status === 201) expect(response.body.user.isWaiting).toBe(true);
      else {
        expect(response.body.code).toBe("closed");
        expect((await db.doc(`usernames/${username}`).get()).exists).toBe(false);
      }
      await api.stop();
      await proxy.close();
    },
  );
});

describe("somebody who waits", () => {
  it("can log in, and reaches nothing by the API, Firestore and Storage until an admin lets them in, without a new login", async () => {
    await fileReport(admin);
    const waiting = await newWaiting();
    expect((await login(waiting.username)).body.user).toEqual({
      id: waiting.uid,
      username: waiting.username,
      isAdmin: false,
      isWaiting: true,
    });
    expectFailure(await call("GET", "/api/issues", { as: waiting }), 403, "waiting");
    expect((await call("GET", "/api/me", { as: waiting })).body.error).toMatch(/^An admin will let you in/);
    expect(await accessStatuses(waiting)).toEqual(NO_ACCESS);
    expectFailure(await changeMember(waiting.uid, { admitted: true }, waiting), 403, "waiting");
    expectFailure(await changeMember(waiting.uid, { admitted: true }, await activeMember()), 403, "forbidden");
    expect(await accessStatuses(waiting)).toEqual(NO_ACCESS);

    const { body } = await changeMember(waiting.uid, { admitted: true });
    expect(body.member).toMatchObject({ id: waiting.uid, disabled: false });
    expect(body.member).not.toHaveProperty("state");
    expect(await accessStatuses(waiting)).toEqual(VALID_SESSION);
    expect((await call("GET", "/api/me", { as: waiting })).body.user).toEqual({
      id: waiting.uid,
      username: waiting.username,
      isAdmin: false,
    });
    expect(await readStored(waiting.uid)).not.toHaveProperty("state");
  });

  it("is refused with a word, which they see at login with the right password only, and may be let in later", async () => {
    const waiting = await newWaiting();
    const word = "Please write to us first.";
    const { body } = await changeMember(waiting.uid, { admitted: false, word: ` ${word} ` });
    expect(body.member).toMatchObject({ disabled: true, state: "refused" });
    expect(await accessStatuses(waiting)).toEqual(NO_ACCESS);
    const refused = await login(waiting.username);
    expectFailure(refused, 403, "disabled");
    expect(refused.body.error).toBe(`An admin has not let you in. Their word: ${word}`);
    expect((await call("GET", "/api/me", { as: waiting })).body.error).toContain(word);
    expectFailure(await login(waiting.username, "not that"), 401, "invalid-credentials");
    expect((await changeMember(waiting.uid, { admitted: true })).status).toBe(200);
    expect(await accessStatuses(waiting)).toEqual(VALID_SESSION);
    expect(await readStored(waiting.uid)).not.toHaveProperty("refusal");
  });

  it("goes on waiting when registration is open again", async () => {
    const waiting = await newWaiting();
    await setAdmission("open");
    expect(await accessStatuses(waiting)).toEqual(NO_ACCESS);
  });

  it("stands first on the members page, by the time of waiting, and is counted", async () => {
    const { waiting: countBefore } = (await call("GET", "/api/members/waiting", { as: admin })).body;
    const people = [await newWaiting(), await newWaiting()];
    const { body } = await call("GET", "/api/members", { as: admin });
    const names = body.waiting.map(({ username }: WireMember) => username);
    expect(names.slice(-2)).toEqual(people.map(({ username }) => username));
    expect(body).toMatchObject({ admission: "approval", waitingTotal: countBefore + 2 });
    expect(body.waiting.at(-1)).toMatchObject({ state: "waiting", disabled: true });
    for (const { uid } of people) expect(body.members.map(({ id }: WireMember) => id)).not.toContain(uid);
    const found = await call("GET", `/api/members?search=${people[0]!.username}`, { as: admin });
    expect(found.body).toMatchObject({ waiting: [], members: [{ id: people[0]!.uid, state: "waiting" }] });
    expect((await call("GET", "/api/members/waiting", { as: admin })).body.waiting).toBe(countBefore + 2);
    expectFailure(await call("GET", "/api/members/waiting", { as: await activeMember() }), 403, "forbidden");
  });

  it("is one of at most 500", async () => {
    await setAdmission("approval");
    const batch = db.batch();
    const documents = Array.from({ length: LIMITS.waitingMembers }, () => db.doc(`members/${uniqueId("q")}`));
    const fields = { username: "Q", isAdmin: false, disabled: true, state: "waiting", validSince: new Date(0) };
    for (const document of documents) batch.create(document, { ...fields, createdAt: new Date(0) });
    await batch.commit();
    const accountsBefore = await countAccounts();
    expectFailure(await register(uniqueId("x")), 409, "full");
    expect(await countAccounts()).toBe(accountsBefore);
    const cleanUp = db.batch();
    for (const document of documents) cleanUp.delete(document);
    await cleanUp.commit();
    expect((await register(uniqueId("x"))).status).toBe(201);
  });

  /** A member who came in before the setting was changed. */
  async function activeMember(): Promise<Person> {
    const { admission = "open" } = (await SETTING.get()).data() ?? {};
    await setAdmission("open");
    const member = await newMember();
    await setAdmission(admission);
    return member;
  }
});

describe("letting in is refused", () => {
  it("for members and disabled members, who stay as they are", async () => {
    const [member, disabledMember] = [await newMember(), await newMember()];
    await changeMember(disabledMember.uid, { disabled: true });
    const before = [await readStored(member.uid), await readStored(disabledMember.uid)];
    for (const { uid } of [member, disabledMember])
      for (const body of [{ admitted: true }, { admitted: false, word: "No." }])
        expectFailure(await changeMember(uid, body), 409, "conflict");
    expect([await readStored(member.uid), await readStored(disabledMember.uid)]).toEqual(before);
  });

  it.each([
    ["a word without a refusal", { admitted: true, word: "Hello" }],
    ["only a word", { word: "Hello" }],
    ["a word that is too long", { admitted: false, word: "x".repeat(LIMITS.refusalLength + 1) }],
    ["another change as well", { admitted: true, isAdmin: true }],
  ])("with %s", async (_, body) => {
    const waiting = await newWaiting();
    expectFailure(await changeMember(waiting.uid, body), 400, "bad-request");
    expect(await readStored(waiting.uid)).toMatchObject({ disabled: true, state: "waiting", isAdmin: false });
  });
});

describe("one admin is always left", () => {
  const isActiveAdmin = async ({ uid }: Person) => {
    const stored = await readStored(uid);
    return stored?.isAdmin === true && stored.disabled === false;
  };

  it.each([
    ["demote", { isAdmin: false }],
    ["disable", { disabled: true }],
  ])("if two admins, or three in a circle, %s each other at once", async (_, change) => {
    for (const count of [2, 2, 2, 3, 3]) {
      const admins = await Promise.all(Array.from({ length: count }, () => newAdmin()));
      const responses = await Promise.all(
        admins.map((caller, index) => changeMember(admins[(index + 1) % count]!.uid, change, caller)),
      );
      const left = await Promise.all(admins.map(isActiveAdmin));
      expect(left.filter(Boolean).length).toBe(count - responses.filter(({ status }) => status === 200).length);
      expect(left).toContain(true);
      for (const { status } of responses) expect([200, 403]).toContain(status);
    }
  });
});

describe("the log of members", () => {
  it("says who did what to whom and when, for each act, in the act's own commit", async () => {
    const waiting = await newWaiting();
    const started = Date.now() - 60_000;
    await changeMember(waiting.uid, { admitted: false, word: "Not now." });
    await changeMember(waiting.uid, { admitted: true });
    await changeMember(waiting.uid, { isAdmin: true });
    await changeMember(waiting.uid, { isAdmin: false });
    await changeMember(waiting.uid, { disabled: true });
    await changeMember(waiting.uid, { disabled: false });
    await call("POST", `/api/members/${waiting.uid}/reset-link`, { as: admin, body: {} });
    const acts = await actsOn(waiting.username);
    expect(acts.map(({ kind }) => kind)).toEqual([
      ...["link-made", "enabled", "disabled", "revoked", "granted", "accepted", "refused"],
    ]);
    for (const { by, at } of acts) {
      expect(by).toBe(admin.username);
      expect(Date.parse(at)).toBeGreaterThan(started);
    }
    expect(acts.at(-1)).toMatchObject({ word: "Not now." });
    const setting = (await readLog()).body.acts.find(({ kind }: WireMemberAct) => kind === "admission");
    expect(setting).toMatchObject({ by: admin.username, member: "", from: "open", to: "approval" });
  });

  it("has no act that was refused or repeated", async () => {
    const member = await newMember();
    await changeMember(admin.uid, { isAdmin: false });
    await changeMember(member.uid, { admitted: true });
    for (const change of [{ isAdmin: true }, { isAdmin: true }, { isAdmin: false }, { isAdmin: false }])
      await changeMember(member.uid, change);
    expect((await actsOn(member.username)).map(({ kind }) => kind)).toEqual(["revoked", "granted"]);
    expect(await actsOn(admin.username)).toEqual([]);
  });

  it("has pages of 25, for admins only", async () => {
    const member = await newMember();
    const batch = db.batch();
    for (let index = 0; index < 26; index += 1)
      batch.create(db.doc(`memberLog/${uniqueId("old")}`), { kind: "enabled", by: admin.uid, at: new Date(index) });
    await batch.commit();
    const firstPage = (await readLog()).body;
    expect(firstPage.acts).toHaveLength(25);
    const lastPage = (await readLog(`?page=${firstPage.page.pages}`)).body;
    expect(lastPage.acts.at(-1)).toMatchObject({ at: "1970-01-01T00:00:00.000Z", member: "" });
    expectFailure(await call("GET", "/api/members/log", { as: member }), 403, "forbidden");
    expectFailure(await readLog("?page=0"), 400, "bad-request");
  });
});
