import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { ZodType } from "zod";
import type { Route } from "../../functions/src/route.ts";
import { ROUTES } from "../../functions/src/routes.ts";
import { inputsOf } from "../fuzz/schema-inputs.ts";
import {
  call,
  fileReport,
  getIdToken,
  newAdmin,
  newMember,
  newStranger,
  type Person,
  upload,
} from "../support/actors.ts";
import { type RunningApi, serveFunctions } from "../support/functions-process.ts";
import { auth, db, eventually, uniqueId } from "../support/suite.ts";
import {
  amendWrite,
  boardWrite,
  callAuth,
  callFirestore,
  callStorage,
  changeWrite,
  commit,
  countWrite,
  createWrite,
  DOCUMENTS,
  reportFields,
  text,
} from "./direct-requests.ts";

// Each test tries a whole table of attacks, which takes long.
vi.setConfig({ testTimeout: 120_000 });

let member: Person;
let admin: Person;
/** One process with one cache; the emulator starts another process for each concurrent call. */
let served: RunningApi;
beforeAll(async () => {
  [member, admin, served] = await Promise.all([newMember(), newAdmin(), serveFunctions()]);
});
afterAll(async () => {
  await served.stop();
});

const query = (collectionId: string, overrides: object = {}) => ({
  structuredQuery: { from: [{ collectionId, ...overrides }] },
});
const aggregation = { structuredAggregationQuery: { ...query("issues"), aggregations: [{ alias: "n", count: {} }] } };

/** Every read of Firestore that members may make, for one report. */
const READS: Record<string, (person: Person, id: string) => Promise<{ status: number }>> = {
  "one report": (person, id) => callFirestore(person, "GET", `/issues/${id}`),
  "one field of a report": (person, id) => callFirestore(person, "GET", `/issues/${id}?mask.fieldPaths=title`),
  "all reports": (person) => callFirestore(person, "GET", "/issues?pageSize=1"),
  "names of reports": (person) => callFirestore(person, "GET", "/issues?pageSize=1&mask.fieldPaths=__name__"),
  "some reports at once": (person, id) =>
    callFirestore(person, "POST", ":batchGet", { documents: [`${DOCUMENTS}/issues/${id}`] }),
  "a query": (person) => callFirestore(person, "POST", ":runQuery", query("issues")),
  "a count": (person) => callFirestore(person, "POST", ":runAggregationQuery", aggregation),
  "the board": (person) => callFirestore(person, "GET", "/boards/main"),
  "the history": (person) => callFirestore(person, "POST", ":runQuery", query("history")),
  "their own member document": (person) => callFirestore(person, "GET", `/members/${person.uid}`),
};

/** Every direct write of Firestore and Storage that members may make. */
const WRITES: Record<string, (person: Person, id: string) => Promise<number>> = {
  "a report": (person) => {
    const id = uniqueId("never");
    return commit(person, [createWrite(id, reportFields(person)), countWrite(id)]);
  },
  "an amendment": (person, id) =>
    commit(person, [amendWrite(id, person, { text: text("A note.") }, uniqueId("a")), boardWrite(id)]),
  "a file": (person) =>
    upload(person, `attachments/${person.uid}/${uniqueId("i")}/f1`, new TextEncoder().encode("x"), "text/plain"),
};

/** Every call of the API for members or admins. */
const CALLS = ROUTES.filter(({ audience }) => audience !== "anyone");
const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

interface Filed {
  id: string;
  reporter: Person;
}

interface ApiRequest {
  method: string;
  path: string;
  body: unknown;
}

let lastSeed = 0;

/** A valid request about a report: for a cached member the API runs some calls before it checks the stored member. */
function requestOf({ method, path, schemas }: Route, person: Person, { id, reporter }: Filed): ApiRequest {
  const values = {
    ...{ userId: person.uid, username: person.username, reporter: person.username },
    ...{ id: uniqueId("never"), issueId: id, ids: id, page: "1", pageSize: "10", attachments: [], websiteUrl: "" },
    ...{ since: "2026-01-01T00:00:00.000Z", until: "2026-01-01T00:00:00.000Z", from: "", status: "IN_PROGRESS" },
    ...{ currentPassword: person.password, newPassword: "battery staple" },
  };
  const hints = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fc.constant(value)]));
  lastSeed += 1;
  const inputOf = (schema: ZodType): unknown => {
    const inputs = inputsOf(schema, hints).filter((input) => schema.safeParse(input).success);
    return fc.sample(inputs, { numRuns: 1, seed: lastSeed })[0];
  };
  const query = schemas.query && String(new URLSearchParams(inputOf(schemas.query) as Record<string, string>));
  return {
    method,
    path: path.replace(":uid", reporter.uid).replace(/:\w+/g, id) + (query ? `?${query}` : ""),
    body: schemas.body && inputOf(schemas.body),
  };
}

async function statusOf({ method, path, body }: ApiRequest, as: Person): Promise<number> {
  return (await call(method, path, { origin: served.origin, as, ...(body !== null && { body }) })).status;
}

/** Files a report with an amendment, a file and an edit, all under the same id. */
async function fileWithParts(reporter: Person): Promise<Filed> {
  const { id } = await fileReport(reporter);
  const amendment = { id, issueId: id, text: "It broke again." };
  expect((await call("POST", "/api/issues/amendment", { as: reporter, body: amendment })).status).toBe(201);
  const bytes = new TextEncoder().encode("It broke.");
  expect(await upload(reporter, `attachments/${reporter.uid}/${id}/${id}`, bytes, "text/plain")).toBe(200);
  await db.doc(`history/${id}`).set({ issueId: id, kind: "edited", former: { title: "Old" } });
  return { id, reporter };
}

async function accessStatuses(person: Person, id: string): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const [what, read] of Object.entries(READS)) statuses[`read ${what}`] = (await read(person, id)).status;
  for (const [what, write] of Object.entries(WRITES)) statuses[`write ${what}`] = await write(person, id);
  return statuses;
}

const allAccessStatuses = (status: number) =>
  Object.fromEntries(
    [...Object.keys(READS).map((what) => `read ${what}`), ...Object.keys(WRITES).map((what) => `write ${what}`)].map(
      (what) => [what, status],
    ),
  );

async function apiStatuses(person: Person, filed: Filed): Promise<Record<string, number>> {
  const statusOfCall = async (route: Route) =>
    [nameOf(route), await statusOf(requestOf(route, person, filed), person)] as const;
  return Object.fromEntries(await Promise.all(CALLS.map(statusOfCall)));
}

const allApiStatuses = (status: number) => Object.fromEntries(CALLS.map((route) => [nameOf(route), status]));

test("threat 14: a deleted member's token is refused by every call of the API, Firestore and Storage", async () => {
  const deletedMember = await newMember();
  const filed = await fileWithParts(deletedMember);
  const { id } = filed;
  // While they are a member, the same calls succeed, and the API caches the member.
  expect(await accessStatuses(deletedMember, id)).toEqual(allAccessStatuses(200));
  // The calls under /api/auth/ end the session.
  const calls = CALLS.filter(({ audience, path }) => audience === "member" && !path.startsWith("/api/auth/"));
  for (const route of calls)
    expect(await statusOf(requestOf(route, deletedMember, filed), deletedMember), nameOf(route)).toBeLessThan(300);
  const before = await db.doc(`issues/${id}`).get();

  await db.doc(`members/${deletedMember.uid}`).delete();
  expect(await accessStatuses(deletedMember, id)).toEqual(allAccessStatuses(403));
  expect(await apiStatuses(deletedMember, filed)).toEqual(allApiStatuses(401));
  await auth.deleteUser(deletedMember.uid);
  expect(await accessStatuses(deletedMember, id)).toEqual(allAccessStatuses(403));
  expect(await apiStatuses(deletedMember, filed)).toEqual(allApiStatuses(401));
  const { username, password } = deletedMember;
  expect((await call("POST", "/api/auth/login", { body: { username, password } })).status).toBe(401);
  expect((await db.doc(`issues/${id}`).get()).updateTime).toEqual(before.updateTime);
});

test("threat 15: a demoted admin's old token is refused at once by the admin calls of the API and of Firestore", async () => {
  const former = await newAdmin();
  const [{ id }, { id: toDelete }, { id: inTrash }] = await Promise.all([
    fileReport(member),
    fileReport(member),
    fileReport(member),
  ]);
  expect((await call("PUT", `/api/issues/${id}`, { as: former, body: { status: "IN_PROGRESS" } })).status).toBe(200);
  expect((await call("DELETE", `/api/issues/${inTrash}`, { as: former })).status).toBe(200);
  expect((await callFirestore(former, "GET", `/trash/${inTrash}`)).status).toBe(200);
  const step = () => commit(former, [changeWrite(id, former, { status: text("TESTING") }), boardWrite(id)]);
  const remove = async () => {
    const { body } = await callFirestore({ ...former, idToken: "owner" }, "GET", `/issues/${toDelete}`);
    const now = (fieldPath: string) => ({ fieldPath, setToServerValue: "REQUEST_TIME" });
    const fields = {
      issue: { mapValue: { fields: body.fields } },
      deletedBy: text(former.uid),
      purgeAt: { timestampValue: new Date(Date.now() + 30 * 86_400_000).toISOString() },
    };
    return await commit(former, [
      { delete: `${DOCUMENTS}/issues/${toDelete}` },
      { update: { name: `${DOCUMENTS}/trash/${toDelete}`, fields }, updateTransforms: [now("deletedAt")] },
      boardWrite(toDelete),
    ]);
  };
  const reporter = await newMember();
  const adminCalls = await Promise.all(
    CALLS.filter(({ audience }) => audience === "admin").map(async (route) => {
      const issueId = route.path.startsWith("/api/trash/") ? inTrash : (await fileReport(reporter)).id;
      return { name: nameOf(route), request: requestOf(route, former, { id: issueId, reporter }) };
    }),
  );
  const setRole = (isAdmin: boolean) => db.doc(`members/${former.uid}`).update({ isAdmin });

  for (const { name, request } of adminCalls) {
    // The API has to cache the person as an admin before each call: the last refusal cached them as a member.
    await setRole(true);
    expect((await call("GET", "/api/me", { origin: served.origin, as: former })).body.user.isAdmin).toBe(true);
    await setRole(false);
    expect(await statusOf(request, former), name).toBe(403);
  }
  expect(await step()).toBe(403);
  expect(await remove()).toBe(403);
  expect((await callFirestore(former, "GET", `/trash/${inTrash}`)).status).toBe(403);
  expect((await callFirestore(former, "GET", "/members?pageSize=1")).status).toBe(403);
  expect((await call("GET", "/api/me", { as: former })).body.user.isAdmin).toBe(false);
  expect((await db.doc(`issues/${id}`).get()).get("status")).toBe("IN_PROGRESS");
  expect((await db.doc(`issues/${toDelete}`).get()).exists).toBe(true);

  // With the role given back, the same two writes and all calls succeed.
  await setRole(true);
  expect([await step(), await remove()]).toEqual([200, 200]);
  for (const { name, request } of adminCalls) expect(await statusOf(request, former), name).toBe(200);
});

test("threat 16: a stranger who signs up to Auth with the public key cannot read, write or upload anything", async () => {
  const filed = await fileWithParts(member);
  const { id } = filed;
  const password = "correct horse";
  const signUps: Record<string, object> = {
    "with an address": { email: `${uniqueId("s")}@example.org`, password },
    "with an address like a member's": { email: `${uniqueId("s")}@members.invalid`, password },
    "without an address": {},
    "with a member's name to show": { email: `${uniqueId("s")}@example.org`, password, displayName: member.username },
    "with a member's id": { email: `${uniqueId("s")}@example.org`, password, localId: member.uid },
  };
  let signedUp = 0;
  for (const [way, body] of Object.entries(signUps)) {
    const { status, body: answer } = await callAuth("signUp", { ...body, returnSecureToken: true });
    if (status !== 200) continue;
    signedUp += 1;
    const stranger: Person = { uid: answer.localId, username: member.username, password, idToken: answer.idToken };
    expect(stranger.uid, way).not.toBe(member.uid);
    expect(await accessStatuses(stranger, id), way).toEqual(allAccessStatuses(403));
    expect(await apiStatuses(stranger, filed), way).toEqual(allApiStatuses(401));
    // A stranger cannot make themselves a member either.
    const fields = { username: text("Max"), isAdmin: { booleanValue: true }, disabled: { booleanValue: false } };
    for (const path of [`members/${stranger.uid}`, `members/${member.uid}`, `usernames/${stranger.uid}`]) {
      const write = { update: { name: `${DOCUMENTS}/${path}`, fields } };
      expect(await commit(stranger, [write]), `${way}: ${path}`).toBe(403);
    }
    const login = { username: answer.email ?? stranger.uid, password };
    expect((await call("POST", "/api/auth/login", { body: login })).status, way).toBe(401);
  }
  expect(signedUp).toBeGreaterThanOrEqual(2);
  expect(await accessStatuses(await newMember(), id)).toEqual(allAccessStatuses(200));
});

test("threat 16: no user can read a document that the rules do not list", async () => {
  const path = `attachments/${member.uid}/${uniqueId("i")}/f1`;
  expect(await upload(member, path, new TextEncoder().encode("x"), "text/plain")).toBe(200);
  const objectPath = `/${encodeURIComponent(path)}`;
  for (const person of [null, await newStranger(), member, admin]) {
    for (const collection of ["usernames", "limits", "secrets", "unknown"]) {
      expect((await callFirestore(person, "GET", `/${collection}?pageSize=1`)).status).toBe(403);
      expect((await callFirestore(person, "POST", ":runQuery", query(collection))).status).toBe(403);
    }
    expect((await callFirestore(person, "POST", ":runQuery", query("members", { allDescendants: true }))).status).toBe(
      403,
    );
    for (const at of ["", "?prefix=attachments/&delimiter=/", "?maxResults=1", objectPath, `${objectPath}?alt=media`])
      expect((await callStorage(person, "GET", at)).status, at).toBe(403);
    expect((await callStorage(person, "DELETE", objectPath)).status).toBe(403);
    const metadata = { headers: { "content-type": "application/json" }, body: '{"contentType":"text/html"}' };
    expect((await callStorage(person, "PATCH", objectPath, metadata)).status).toBe(403);
  }
});

test("threat 17: a change through Auth's own API gives a member no other identity", async () => {
  const someone = await newMember();
  const victim = await newAdmin();
  const victimBefore = (await auth.getUser(victim.uid)).toJSON();
  const changes: Record<string, object> = {
    "another name to show": { displayName: victim.username, photoUrl: "https://example.org/x.png" },
    "another address": { email: `${uniqueId("s")}@example.org` },
    "an admin's id": { localId: victim.uid, displayName: "taken over" },
    "a role": { customAttributes: '{"admin":true,"isAdmin":true}' },
    "an earlier sign-in": { createdAt: "0", lastLoginAt: "0" },
    "a name taken off": { deleteAttribute: ["DISPLAY_NAME", "PHOTO_URL"] },
  };
  const login = (password: string) =>
    call("POST", "/api/auth/login", { body: { username: someone.username, password } });
  const sameUser = { id: someone.uid, username: someone.username, isAdmin: false };
  for (const [what, wanted] of Object.entries(changes)) {
    const before = { ...someone, idToken: await getIdToken((await login(someone.password)).body.token) };
    const { body } = await callAuth("update", { idToken: before.idToken, returnSecureToken: true, ...wanted });
    const after = await login(someone.password);
    expect(after.body.user, what).toEqual(sameUser);
    for (const idToken of [before.idToken, body?.idToken, await getIdToken(after.body.token)]) {
      if (idToken === undefined) continue;
      const session = { ...someone, idToken };
      const { status, body: me } = await call("GET", "/api/me", { as: session });
      // Some changes end earlier sessions.
      if (status === 401) continue;
      expect(me.user, what).toEqual(sameUser);
      expect((await fileReport(session)).user.username, what).toBe(someone.username);
      const { id } = await fileReport(victim);
      expect(
        (await call("PUT", `/api/issues/${id}`, { as: session, body: { status: "IN_PROGRESS" } })).status,
        what,
      ).toBe(403);
      expect(
        await commit(session, [changeWrite(id, session, { status: text("IN_PROGRESS") }), boardWrite(id)]),
        what,
      ).toBe(403);
      const forged = uniqueId("never");
      const asVictim = { reporter: text(victim.username), reporterId: text(victim.uid) };
      expect(
        await commit(session, [createWrite(forged, reportFields(session, asVictim)), countWrite(forged)]),
        what,
      ).toBe(403);
    }
  }
  expect((await auth.getUser(victim.uid)).toJSON()).toEqual(victimBefore);
});

test("threat 17: a member cannot delete, look up or sign in as another member through Auth's own API", async () => {
  const someone = await newMember();
  const { idToken } = someone;
  await callAuth("delete", { idToken: "owner", localId: member.uid });
  await callAuth("delete", { idToken: "", localId: member.uid });
  expect((await auth.getUser(member.uid)).uid).toBe(member.uid);
  const { body } = await callAuth("lookup", { idToken, localId: [member.uid] });
  expect(JSON.stringify(body)).not.toContain(member.uid);
  const { email } = await auth.getUser(member.uid);
  for (const address of [email, member.username, `${member.username}@members.invalid`])
    expect((await callAuth("signInWithPassword", { email: address, password: "wrong horse" })).status).toBe(400);
  // Auth's password is the member's password together with the account's secret.
  expect((await callAuth("signInWithPassword", { email, password: member.password })).status).toBe(400);

  // A member who deletes their own account loses access, although the member document remains.
  await callAuth("delete", { idToken });
  await eventually("the end of the session", async () => {
    const { status } = await call("POST", "/api/auth/login", {
      body: { username: someone.username, password: someone.password },
    });
    return status === 401 ? true : null;
  });
  expect(await getIdToken("garbage")).toBeUndefined();
});
