import type { WireMember } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import {
  type ApiResponse,
  call,
  fileReport,
  getIdToken,
  newAdmin,
  newMember,
  type Person,
  upload,
} from "../support/actors.ts";
import { startFirestoreProxy } from "../support/firestore-proxy.ts";
import { serveFunctions } from "../support/functions-process.ts";
import { patient } from "../support/patience.ts";
import { auth, db, FIRESTORE, uniqueId } from "../support/suite.ts";
import { callFirestore } from "./direct-requests.ts";
import { expectFailure } from "./expect-failure.ts";

let admin: Person;
let member: Person;
beforeAll(async () => {
  admin = await newAdmin();
  member = await newMember();
});

const listMembers = (query = "", as: Person = admin): Promise<ApiResponse> =>
  call("GET", `/api/members${query}`, { as });
const changeMember = (uid: string, body: object, as: Person = admin): Promise<ApiResponse> =>
  call("PUT", `/api/members/${uid}`, { as, body });
const login = ({ username, password }: Person): Promise<ApiResponse> =>
  call("POST", "/api/auth/login", { body: { username, password } });
const readStoredMember = async ({ uid }: Person) => (await db.doc(`members/${uid}`).get()).data();

/** Stores members without accounts; returns the unique beginning of their names. */
async function seedMembers(count: number): Promise<string> {
  const namePrefix = uniqueId("page").toLowerCase();
  const batch = db.batch();
  for (let index = 0; index < count; index += 1) {
    const username = seededName(namePrefix, index);
    const uid = uniqueId("seeded");
    batch.create(db.doc(`usernames/${username.toLowerCase()}`), { uid });
    batch.create(db.doc(`members/${uid}`), {
      username,
      isAdmin: false,
      disabled: false,
      validSince: new Date(0),
      createdAt: new Date("2026-01-02T03:04:05.006Z"),
    });
  }
  await batch.commit();
  return namePrefix;
}

const seededName = (namePrefix: string, index: number): string => `${namePrefix}-N${String(index).padStart(3, "0")}`;

const usernamesOf = ({ body }: ApiResponse): string[] => body.members.map(({ username }: WireMember) => username);

describe("the list of members", () => {
  it("shows an admin each member's id, name, role, state and date of joining, and nothing else", async () => {
    const { status, body } = await listMembers(`?search=${member.username.toUpperCase()}`);
    expect(status).toBe(200);
    const listedMember = {
      id: member.uid,
      username: member.username,
      isAdmin: false,
      disabled: false,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    };
    expect(body).toEqual({
      success: true,
      members: [listedMember],
      page: { number: 1, size: 25, pages: 1, total: 1 },
    });
  });

  it("has pages of 25, sorted by name; a page past the end is the last page", async () => {
    const namePrefix = await seedMembers(60);
    const firstPage = await listMembers(`?search=${namePrefix}`);
    expect(firstPage.body.page).toEqual({ number: 1, size: 25, pages: 3, total: 60 });
    expect(usernamesOf(firstPage)).toEqual(Array.from({ length: 25 }, (_, index) => seededName(namePrefix, index)));
    expect(usernamesOf(await listMembers(`?search=${namePrefix}&page=3`))).toHaveLength(10);
    const pagePastEnd = await listMembers(`?search=${namePrefix}&page=99`);
    expect(pagePastEnd.body.page.number).toBe(3);
  });

  it("without a search has each member once on its pages", async () => {
    const namePrefix = await seedMembers(30);
    const { pages } = (await listMembers()).body.page;
    const allNames: string[] = [];
    for (let page = 1; page <= pages; page += 1) allNames.push(...usernamesOf(await listMembers(`?page=${page}`)));
    expect(new Set(allNames).size).toBe(allNames.length);
    expect(allNames.filter((name) => name.startsWith(namePrefix))).toHaveLength(30);
  });

  it("can be searched by any part of a name, and is empty if no name matches", async () => {
    const namePrefix = await seedMembers(12);
    // The names that end with N010 and N011 have this part.
    const partOfTwoNames = `${namePrefix.slice(3)}-n01`;
    expect(usernamesOf(await listMembers(`?search=${partOfTwoNames}`))).toHaveLength(2);
    const emptyList = await listMembers(`?search=${uniqueId("nobody")}`);
    expect(emptyList.body).toMatchObject({ members: [], page: { number: 1, pages: 1, total: 0 } });
  });

  it.each(["?page=0", "?page=x", "?size=5", `?search=${"x".repeat(201)}`])("is refused for %s", async (query) => {
    expectFailure(await listMembers(query), 400, "bad-request");
  });
});

describe("disabling a member", () => {
  it("ends the member's access to the API, Firestore and Storage at once", async () => {
    const otherMember = await newMember();
    await fileReport(otherMember);
    const { status, body } = await changeMember(otherMember.uid, { disabled: true });
    expect(status).toBe(200);
    expect(body.member).toMatchObject({ id: otherMember.uid, username: otherMember.username, disabled: true });

    expectFailure(await call("GET", "/api/issues", { as: otherMember }), 403, "disabled");
    const lateReport = { type: "bug", title: "Late", description: "Late." };
    expectFailure(await call("POST", "/api/issues", { as: otherMember, body: lateReport }), 403, "disabled");
    for (const path of [`/members/${otherMember.uid}`, "/boards/main"])
      expect((await callFirestore(otherMember, "GET", path)).status).toBe(403);
    const bytes = new TextEncoder().encode("It broke.");
    expect(await upload(otherMember, `attachments/${otherMember.uid}/late-one/f1`, bytes, "text/plain")).toBe(403);
    expectFailure(await login(otherMember), 403, "disabled");
  });

  it("is reported at login only for the right password", async () => {
    const otherMember = await newMember();
    await changeMember(otherMember.uid, { disabled: true });
    const wrongPassword = await login({ ...otherMember, password: "not that" });
    const unknownName = await login({ ...otherMember, username: uniqueId("nobody"), password: "not that" });
    expectFailure(wrongPassword, 401, "invalid-credentials");
    expect(wrongPassword.body).toEqual(unknownName.body);
    expectFailure(await login(otherMember), 403, "disabled");
  });

  it("in Firebase's console is undone by enabling the member in the logbook", async () => {
    const otherMember = await newMember();
    await auth.updateUser(otherMember.uid, { disabled: true });
    expectFailure(await login(otherMember), 401, "invalid-credentials");
    expect((await changeMember(otherMember.uid, { disabled: false })).status).toBe(200);
    expect((await login(otherMember)).status).toBe(200);
  });

  it("is undone by enabling: the member can log in again, and earlier sessions stay ended", async () => {
    const otherMember = await newMember();
    await changeMember(otherMember.uid, { disabled: true });
    const { status, body } = await changeMember(otherMember.uid, { disabled: false });
    expect(status).toBe(200);
    expect(body.member.disabled).toBe(false);
    expectFailure(await call("GET", "/api/me", { as: otherMember }), 401, "unauthenticated");
    expect((await callFirestore(otherMember, "GET", "/boards/main")).status).toBe(403);
    const loginResponse = await login(otherMember);
    expect(loginResponse.status).toBe(200);
    expect((await call("GET", "/api/me", { token: await getIdToken(loginResponse.body.token) })).status).toBe(200);
  });

  it("can be repeated, and enabling can be repeated too", async () => {
    const otherMember = await newMember();
    await changeMember(otherMember.uid, { disabled: true });
    expect((await changeMember(otherMember.uid, { disabled: true })).status).toBe(200);
    await changeMember(otherMember.uid, { disabled: false });
    expect((await changeMember(otherMember.uid, { disabled: false })).status).toBe(200);
  });

  it("succeeds if the member's account is missing; enabling is then refused", async () => {
    const otherMember = await newMember();
    await auth.deleteUser(otherMember.uid);
    expect((await changeMember(otherMember.uid, { disabled: true })).status).toBe(200);
    expect(await readStoredMember(otherMember)).toMatchObject({ disabled: true });
    expectFailure(await changeMember(otherMember.uid, { disabled: false }), 404, "not-found");
    expect(await readStoredMember(otherMember)).toMatchObject({ disabled: true });
  });
});

describe("the admin role", () => {
  it("is given and taken away at once", async () => {
    const otherMember = await newMember();
    expect((await changeMember(otherMember.uid, { isAdmin: true })).body.member.isAdmin).toBe(true);
    expect((await listMembers("", otherMember)).status).toBe(200);
    expect((await changeMember(otherMember.uid, { isAdmin: false })).body.member.isAdmin).toBe(false);
    expectFailure(await listMembers("", otherMember), 403, "forbidden");
  });
});

describe("a change of a member is refused", () => {
  it.each([{ disabled: true }, { disabled: false }, { isAdmin: false }, { isAdmin: true }])(
    "if an admin changes their own account: %o",
    async (body) => {
      const adminBefore = await readStoredMember(admin);
      expectFailure(await changeMember(admin.uid, body), 403, "forbidden");
      expect(await readStoredMember(admin)).toEqual(adminBefore);
    },
  );

  it.each([
    ["no field", {}],
    ["two fields", { disabled: true, isAdmin: true }],
    ["an unknown field", { username: "eve" }],
    ["a validSince", { disabled: false, validSince: 0 }],
    ["a text as a boolean", { disabled: "yes" }],
  ])("if it contains %s", async (_, body) => {
    const memberBefore = await readStoredMember(member);
    expectFailure(await changeMember(member.uid, body), 400, "bad-request");
    expect(await readStoredMember(member)).toEqual(memberBefore);
  });

  it.each(["nobody-at-all", "..", "a%2Fb", "__x__", "x".repeat(200)])(
    "if there is no member with the id %s",
    async (uid) => {
      expectFailure(await changeMember(uid, { disabled: false }), 404, "not-found");
      expectFailure(await changeMember(uid, { disabled: true }), 404, "not-found");
    },
  );

  it("if another admin disables the caller at the same moment, so that one of the two stays enabled", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [firstAdmin, secondAdmin] = [await newAdmin(), await newAdmin()];
      const responses = await Promise.all([
        changeMember(secondAdmin.uid, { disabled: true }, firstAdmin),
        changeMember(firstAdmin.uid, { disabled: true }, secondAdmin),
      ]);
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      const storedAdmins = [await readStoredMember(firstAdmin), await readStoredMember(secondAdmin)];
      expect(storedAdmins.filter((storedAdmin) => storedAdmin?.disabled === false)).toHaveLength(1);
    }
  });

  it("if another admin disables the caller between the call's read and its commit", {
    timeout: patient(60_000),
  }, async () => {
    const [firstAdmin, secondAdmin] = [await newAdmin(), await newAdmin()];
    const proxy = await startFirestoreProxy(new URL(FIRESTORE).host);
    const api = await serveFunctions({ env: { FIRESTORE_EMULATOR_HOST: proxy.host } });
    const isRead = new Promise<void>((resolve) => {
      // The response to this read of both members is late, so the other admin's whole call comes before the commit.
      proxy.intercept(({ path, body }) => {
        if (!path.endsWith(":batchGet") || !body.includes(`members/${secondAdmin.uid}`)) return "pass";
        resolve();
        return "late";
      });
    });
    const options = { origin: api.origin, as: firstAdmin, body: { disabled: true } };
    const lateCall = call("PUT", `/api/members/${secondAdmin.uid}`, options);
    await isRead;
    expect((await changeMember(firstAdmin.uid, { disabled: true }, secondAdmin)).status).toBe(200);
    expectFailure(await lateCall, 403, "forbidden");
    expect(await readStoredMember(secondAdmin)).toMatchObject({ disabled: false });
    await api.stop();
    await proxy.close();
  });
});
