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
import { readFromFirestore } from "../support/firestore-rest.ts";
import { auth, db, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let admin: Person;
let member: Person;
beforeAll(async () => {
  admin = await newAdmin();
  member = await newMember();
});

const list = (query = "", as: Person = admin): Promise<ApiResponse> => call("GET", `/api/members${query}`, { as });
const change = (uid: string, body: object, as: Person = admin): Promise<ApiResponse> =>
  call("PUT", `/api/members/${uid}`, { as, body });
const login = ({ username, password }: Person): Promise<ApiResponse> =>
  call("POST", "/api/auth/login", { body: { username, password } });
const stored = async ({ uid }: Person) => (await db.doc(`members/${uid}`).get()).data();

/** Stores members without accounts; returns the unique beginning of their names. */
async function seedMembers(count: number): Promise<string> {
  const word = uniqueId("page").toLowerCase();
  for (let start = 0; start < count; start += 200) {
    const batch = db.batch();
    for (let number = start; number < Math.min(count, start + 200); number += 1) {
      const username = `${word}-N${String(number).padStart(3, "0")}`;
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
  }
  return word;
}

const names = ({ body }: ApiResponse): string[] => body.members.map(({ username }: WireMember) => username);

describe("the list of members", () => {
  it("shows an admin each member's id, name, role, state and date of joining, and nothing else", async () => {
    const { status, body } = await list(`?search=${member.username.toUpperCase()}`);
    expect(status).toBe(200);
    const entry = { id: member.uid, username: member.username, isAdmin: false, disabled: false };
    expect(body).toEqual({
      success: true,
      members: [{ ...entry, createdAt: expect.stringMatching(/^\d{4}-.*Z$/) }],
      page: { number: 1, size: 25, pages: 1, total: 1 },
    });
  });

  it("has pages of 25, sorted by name; a page past the end is the last one", async () => {
    const word = await seedMembers(60);
    const first = await list(`?search=${word}`);
    expect(first.body.page).toEqual({ number: 1, size: 25, pages: 3, total: 60 });
    expect(names(first)).toEqual(
      Array.from({ length: 25 }, (_, index) => `${word}-N${String(index).padStart(3, "0")}`),
    );
    expect(names(await list(`?search=${word}&page=3`))).toHaveLength(10);
    const past = await list(`?search=${word}&page=99`);
    expect(past.body.page.number).toBe(3);
  });

  it("without a search has each member once on its pages", async () => {
    const word = await seedMembers(30);
    const { pages } = (await list()).body.page;
    const all: string[] = [];
    for (let page = 1; page <= pages; page += 1) all.push(...names(await list(`?page=${page}`)));
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((name) => name.startsWith(word))).toHaveLength(30);
  });

  it("can be searched by any part of a name, and is empty if no name matches", async () => {
    const word = await seedMembers(12);
    expect(names(await list(`?search=${word.slice(3)}-n01`))).toHaveLength(2);
    const none = await list(`?search=${uniqueId("nobody")}`);
    expect(none.body).toMatchObject({ members: [], page: { number: 1, pages: 1, total: 0 } });
  });

  it.each(["?page=0", "?page=x", "?size=5", `?search=${"x".repeat(201)}`])("is refused for %s", async (query) => {
    expectFailure(await list(query), 400, "bad-request");
  });

  it("is for admins only", async () => {
    expectFailure(await list("", member), 403, "forbidden");
    expectFailure(await call("GET", "/api/members"), 401, "unauthenticated");
  });
});

describe("disabling a member", () => {
  it("ends the member's access to the API, Firestore and Storage at once", async () => {
    const someone = await newMember();
    await fileReport(someone);
    const { status, body } = await change(someone.uid, { disabled: true });
    expect(status).toBe(200);
    expect(body.member).toMatchObject({ id: someone.uid, username: someone.username, disabled: true });

    expectFailure(await call("GET", "/api/issues", { as: someone }), 403, "disabled");
    const note = { type: "bug", title: "Late", description: "Late." };
    expectFailure(await call("POST", "/api/issues", { as: someone, body: note }), 403, "disabled");
    for (const path of [`members/${someone.uid}`, "boards/main", "issues?pageSize=1"])
      expect(await readFromFirestore(someone, path)).toBe(403);
    const bytes = new TextEncoder().encode("It broke.");
    expect(await upload(someone, `attachments/${someone.uid}/late-one/f1`, bytes, "text/plain")).toBe(403);
    expectFailure(await login(someone), 403, "disabled");
  });

  it("is reported at login only for the right password", async () => {
    const someone = await newMember();
    await change(someone.uid, { disabled: true });
    const nobody = { ...someone, username: uniqueId("nobody"), password: "not that" };
    const [wrong, unknown] = [await login({ ...someone, password: "not that" }), await login(nobody)];
    expectFailure(wrong, 401, "invalid-credentials");
    expect(wrong.body).toEqual(unknown.body);
    expectFailure(await login(someone), 403, "disabled");
  });

  it("in Firebase's console is undone by enabling the member in the logbook", async () => {
    const someone = await newMember();
    await auth.updateUser(someone.uid, { disabled: true });
    expectFailure(await login(someone), 401, "invalid-credentials");
    expect((await change(someone.uid, { disabled: false })).status).toBe(200);
    expect((await login(someone)).status).toBe(200);
  });

  it("is undone by enabling: the member can log in again, and earlier sessions stay ended", async () => {
    const someone = await newMember();
    await change(someone.uid, { disabled: true });
    const { status, body } = await change(someone.uid, { disabled: false });
    expect(status).toBe(200);
    expect(body.member.disabled).toBe(false);
    expectFailure(await call("GET", "/api/me", { as: someone }), 401, "unauthenticated");
    expect(await readFromFirestore(someone, "boards/main")).toBe(403);
    const loggedIn = await login(someone);
    expect(loggedIn.status).toBe(200);
    expect((await call("GET", "/api/me", { token: await getIdToken(loggedIn.body.token) })).status).toBe(200);
  });

  it("succeeds a second time, and so does enabling", async () => {
    const someone = await newMember();
    await change(someone.uid, { disabled: true });
    expect((await change(someone.uid, { disabled: true })).status).toBe(200);
    await change(someone.uid, { disabled: false });
    expect((await change(someone.uid, { disabled: false })).status).toBe(200);
  });

  it("works if the member's account is missing, and then cannot be undone", async () => {
    const someone = await newMember();
    await auth.deleteUser(someone.uid);
    expect((await change(someone.uid, { disabled: true })).status).toBe(200);
    expect(await stored(someone)).toMatchObject({ disabled: true });
    expectFailure(await change(someone.uid, { disabled: false }), 404, "not-found");
    expect(await stored(someone)).toMatchObject({ disabled: true });
  });
});

describe("the admin role", () => {
  it("is given and taken away at once", async () => {
    const someone = await newMember();
    expect((await change(someone.uid, { isAdmin: true })).body.member.isAdmin).toBe(true);
    expect((await list("", someone)).status).toBe(200);
    expect((await change(someone.uid, { isAdmin: false })).body.member.isAdmin).toBe(false);
    expectFailure(await list("", someone), 403, "forbidden");
    expect(await readFromFirestore(someone, "trash?pageSize=1")).toBe(403);
  });
});

describe("a change of a member is refused", () => {
  it.each([{ disabled: true }, { disabled: false }, { isAdmin: false }, { isAdmin: true }])(
    "if an admin changes their own account: %o",
    async (body) => {
      const before = await stored(admin);
      expectFailure(await change(admin.uid, body), 403, "forbidden");
      expect(await stored(admin)).toEqual(before);
    },
  );

  it("if a member who is not an admin makes it, even for their own account", async () => {
    for (const uid of [member.uid, admin.uid])
      for (const body of [{ isAdmin: true }, { disabled: true }])
        expectFailure(await change(uid, body, member), 403, "forbidden");
    expect(await stored(member)).toMatchObject({ isAdmin: false, disabled: false });
    expectFailure(await call("PUT", `/api/members/${member.uid}`, { body: { isAdmin: true } }), 401, "unauthenticated");
  });

  it.each([
    ["no field", {}],
    ["two fields", { disabled: true, isAdmin: true }],
    ["an unknown field", { username: "eve" }],
    ["a validSince", { disabled: false, validSince: 0 }],
    ["a text as a boolean", { disabled: "yes" }],
  ])("if it contains %s", async (_, body) => {
    const before = await stored(member);
    expectFailure(await change(member.uid, body), 400, "bad-request");
    expect(await stored(member)).toEqual(before);
  });

  it.each(["nobody-at-all", "..", "a%2Fb", "__x__", "x".repeat(200)])(
    "if there is no member with the id %s",
    async (uid) => {
      expectFailure(await change(uid, { disabled: false }), 404, "not-found");
      expectFailure(await change(uid, { disabled: true }), 404, "not-found");
    },
  );

  it("for one of two admins who disable each other at the same moment, so that one of them stays enabled", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await newAdmin(), await newAdmin()];
      const responses = await Promise.all([
        change(two.uid, { disabled: true }, one),
        change(one.uid, { disabled: true }, two),
      ]);
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      const left = [await stored(one), await stored(two)].filter((each) => each?.disabled === false);
      expect(left).toHaveLength(1);
    }
  });
});
