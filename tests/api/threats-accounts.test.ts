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
import { answerTestMessages } from "../support/chat-events.ts";
import { type RunningApi, serveFunctions } from "../support/functions-process.ts";
import { patient } from "../support/patience.ts";
import { auth, db, eventually, uniqueId } from "../support/suite.ts";
import {
  callAuth,
  callFirestore,
  callStorage,
  commit,
  DOCUMENTS,
  deletionWrites,
  stepWrites,
  textValue,
} from "./direct-requests.ts";

// Each test tries a whole table of attacks, which takes long.
vi.setConfig({ testTimeout: patient(120_000) });

let member: Person;
let admin: Person;
/** The API in one process with one cache. The functions emulator would start a process for each concurrent call. */
let api: RunningApi;
beforeAll(async () => {
  [member, admin, api] = await Promise.all([
    newMember(),
    newAdmin(),
    serveFunctions({ env: { LOGBOOK_CHAT: "discord" } }),
  ]);
});
afterAll(async () => {
  await api.stop();
});

const queryBody = (collectionId: string, overrides: object = {}) => ({
  structuredQuery: { from: [{ collectionId, ...overrides }] },
});

/** Every direct read of Firestore that members may make. */
const READS: Record<string, (person: Person) => Promise<{ status: number }>> = {
  "the board": (person) => callFirestore(person, "GET", "/boards/main"),
  "the board, in a read of several documents": (person) =>
    callFirestore(person, "POST", ":batchGet", { documents: [`${DOCUMENTS}/boards/main`] }),
  "their own member document": (person) => callFirestore(person, "GET", `/members/${person.uid}`),
};

/** Every direct write of Firestore and Storage that members may make. */
const WRITES: Record<string, (person: Person) => Promise<number>> = {
  "a file": (person) =>
    upload(person, `attachments/${person.uid}/${uniqueId("i")}/f1`, new TextEncoder().encode("x"), "text/plain"),
};

/** Every call of the API for members or admins. */
const CALLS = ROUTES.filter(({ audience }) => audience !== "anyone");
const routeName = ({ method, path }: Route): string => `${method} ${path}`;

interface FiledReport {
  id: string;
  reporter: Person;
}

interface ApiRequest {
  method: string;
  path: string;
  body: unknown;
}

/** The seed of the random values in the last request: 1, 2, 3 …, so that each run sends the same requests. */
let lastSeed = 0;

/**
 * Creates a valid request. An invalid request might get 400 instead of the expected refusal: if the API has cached the
 * member, it may run a call before it reads the member document.
 */
function createRequest({ method, path, schemas }: Route, person: Person, { id, reporter }: FiledReport): ApiRequest {
  // Fields with these names get these values, all others a random value.
  const values = {
    userId: person.uid,
    username: person.username,
    reporter: person.username,
    id: uniqueId("never"),
    issueId: id,
    ids: id,
    before: id,
    page: "1",
    pageSize: "10",
    attachments: [],
    reports: [],
    websiteUrl: "",
    since: "2026-01-01T00:00:00.000Z",
    until: "2026-01-01T00:00:00.000Z",
    // The areas that are stored, or the former value of a text.
    from: path === "/api/areas" ? [] : "",
    areas: [],
    // A step from RESOLVED.
    status: "TESTING",
    currentPassword: person.password,
    newPassword: "battery staple",
    admission: "open",
    // No boolean, so it is left out: only somebody who waits can be admitted.
    admitted: "",
  };
  const arbitraries = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fc.constant(value)]));
  lastSeed += 1;
  const generateInput = (schema: ZodType): unknown => {
    const inputs = inputsOf(schema, arbitraries).filter((input) => schema.safeParse(input).success);
    return fc.sample(inputs, { numRuns: 1, seed: lastSeed })[0];
  };
  const query = schemas.query && String(new URLSearchParams(generateInput(schemas.query) as Record<string, string>));
  return {
    method,
    path: path.replace(":uid", reporter.uid).replace(/:\w+/g, id) + (query ? `?${query}` : ""),
    body: schemas.body && generateInput(schemas.body),
  };
}

async function sendForStatus({ method, path, body }: ApiRequest, as: Person): Promise<number> {
  return (await call(method, path, { origin: api.origin, as, body })).status;
}

/** Files a report with an amendment, a file, an edit and an entry under the report's id, as `createRequest` expects. */
async function fileCompleteReport(reporter: Person): Promise<FiledReport> {
  const { origin } = api;
  const { id } = await fileReport(reporter, {}, origin);
  const amendment = { id, issueId: id, text: "It broke again." };
  expect((await call("POST", "/api/issues/amendment", { origin, as: reporter, body: amendment })).status).toBe(201);
  const bytes = new TextEncoder().encode("It broke.");
  expect(await upload(reporter, `attachments/${reporter.uid}/${id}/${id}`, bytes, "text/plain")).toBe(200);
  await db.doc(`history/${id}`).set({ issueId: id, kind: "edited", former: { title: "Old" } });
  // A report that counts as fixed takes answers of its reporter.
  await db.doc(`issues/${id}`).update({ status: "RESOLVED" });
  await db.doc(`changelog/${id}`).set({ title: "Old" });
  return { id, reporter };
}

/** The status of each of `READS` and `WRITES`, tried as this person. */
async function tryStores(person: Person): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const [label, read] of Object.entries(READS)) statuses[`read ${label}`] = (await read(person)).status;
  for (const [label, write] of Object.entries(WRITES)) statuses[`write ${label}`] = await write(person);
  return statuses;
}

/** The result of `tryStores` if each read and write has this status. */
function expectedStoreStatuses(status: number): Record<string, number> {
  const reads = Object.keys(READS).map((label) => `read ${label}`);
  const writes = Object.keys(WRITES).map((label) => `write ${label}`);
  return Object.fromEntries([...reads, ...writes].map((label) => [label, status]));
}

/** The status of each call of the API, tried as this person. */
async function tryApi(person: Person, filedReport: FiledReport): Promise<Record<string, number>> {
  const tryCall = async (route: Route) =>
    [routeName(route), await sendForStatus(createRequest(route, person, filedReport), person)] as const;
  return Object.fromEntries(await Promise.all(CALLS.map(tryCall)));
}

const expectedApiStatuses = (status: number) => Object.fromEntries(CALLS.map((route) => [routeName(route), status]));

test("threat 14: a deleted member's token is refused by every call of the API, Firestore and Storage", async () => {
  const deletedMember = await newMember();
  const filedReport = await fileCompleteReport(deletedMember);
  const { id } = filedReport;
  // Before the deletion the same calls succeed, and the API caches the member.
  expect(await tryStores(deletedMember)).toEqual(expectedStoreStatuses(200));
  // The calls under /api/auth/ end the session.
  const calls = CALLS.filter(({ audience, path }) => audience === "member" && !path.startsWith("/api/auth/"));
  for (const route of calls) {
    const status = await sendForStatus(createRequest(route, deletedMember, filedReport), deletedMember);
    expect(status, routeName(route)).toBeLessThan(300);
  }
  const reportBefore = await db.doc(`issues/${id}`).get();

  await db.doc(`members/${deletedMember.uid}`).delete();
  expect(await tryStores(deletedMember)).toEqual(expectedStoreStatuses(403));
  expect(await tryApi(deletedMember, filedReport)).toEqual(expectedApiStatuses(401));
  await auth.deleteUser(deletedMember.uid);
  expect(await tryStores(deletedMember)).toEqual(expectedStoreStatuses(403));
  expect(await tryApi(deletedMember, filedReport)).toEqual(expectedApiStatuses(401));
  const { username, password } = deletedMember;
  expect((await call("POST", "/api/auth/login", { body: { username, password } })).status).toBe(401);
  expect((await db.doc(`issues/${id}`).get()).updateTime).toEqual(reportBefore.updateTime);
});

test("threat 36: a waiting or refused account's token is refused by every call of the API, Firestore and Storage", async () => {
  const account = await newMember();
  const filedReport = await fileCompleteReport(account);
  // The account has data and a token from before, and the API has cached the member.
  expect(await tryStores(account)).toEqual(expectedStoreStatuses(200));
  for (const state of ["waiting", "refused"]) {
    await db.doc(`members/${account.uid}`).update({ disabled: true, state });
    expect(await tryStores(account), state).toEqual(expectedStoreStatuses(403));
    expect(await tryApi(account, filedReport), state).toEqual(expectedApiStatuses(403));
    // It cannot let itself in, nor change the setting.
    const fields = { disabled: { booleanValue: false }, state: textValue("") };
    for (const [path, write] of Object.entries({
      [`members/${account.uid}`]: fields,
      "settings/members": { admission: textValue("open") },
    }))
      expect(await commit(account, [{ update: { name: `${DOCUMENTS}/${path}`, fields: write } }]), path).toBe(403);
  }
  await db.doc(`members/${account.uid}`).update({ disabled: false });
  expect(await tryStores(account)).toEqual(expectedStoreStatuses(200));
});

test("threat 15: a demoted admin's old token is refused at once by the admin calls of the API and of Firestore", async () => {
  const formerAdmin = await newAdmin();
  const reports = await Promise.all([fileReport(member), fileReport(member), fileReport(member)]);
  const [id, deletableId, trashedId] = reports.map((report) => report.id) as [string, string, string];
  const step = { status: "IN_PROGRESS" };
  expect((await call("PUT", `/api/issues/${id}`, { as: formerAdmin, body: step })).status).toBe(200);
  expect((await call("DELETE", `/api/issues/${trashedId}`, { as: formerAdmin })).status).toBe(200);
  const stepDirectly = () => commit(formerAdmin, stepWrites(id, formerAdmin, "IN_PROGRESS", "TESTING"));
  const deleteDirectly = async () => commit(formerAdmin, await deletionWrites(deletableId, formerAdmin));
  const reporter = await newMember();
  const adminCalls = await Promise.all(
    CALLS.filter(({ audience }) => audience === "admin").map(async (route) => {
      const issueId = route.path.startsWith("/api/trash/") ? trashedId : (await fileCompleteReport(reporter)).id;
      return { name: routeName(route), request: createRequest(route, formerAdmin, { id: issueId, reporter }) };
    }),
  );
  const setIsAdmin = (isAdmin: boolean) => db.doc(`members/${formerAdmin.uid}`).update({ isAdmin });

  for (const { name, request } of adminCalls) {
    // Make the API cache the former admin as an admin again, because each refusal makes it cache them as a member.
    await setIsAdmin(true);
    expect((await call("GET", "/api/me", { origin: api.origin, as: formerAdmin })).body.user.isAdmin).toBe(true);
    await setIsAdmin(false);
    expect(await sendForStatus(request, formerAdmin), name).toBe(403);
  }
  expect([await stepDirectly(), await deleteDirectly()]).toEqual([403, 403]);
  expect((await call("GET", "/api/me", { as: formerAdmin })).body.user.isAdmin).toBe(false);
  expect((await db.doc(`issues/${id}`).get()).get("status")).toBe("IN_PROGRESS");
  expect((await db.doc(`issues/${deletableId}`).get()).exists).toBe(true);

  // With the admin role, the same two writes and all calls succeed.
  await setIsAdmin(true);
  expect([await stepDirectly(), await deleteDirectly()]).toEqual([200, 200]);
  const stopAnswering = answerTestMessages();
  for (const { name, request } of adminCalls) expect(await sendForStatus(request, formerAdmin), name).toBe(200);
  stopAnswering();
});

test("threat 16: a stranger who signs up to Auth with the public key cannot read, write or upload anything", async () => {
  const filedReport = await fileCompleteReport(member);
  const password = "correct horse";
  const signUps: Record<string, object> = {
    "with an address": { email: `${uniqueId("s")}@example.org`, password },
    "with an address like a member's": { email: `${uniqueId("s")}@members.invalid`, password },
    "without an address": {},
    "with a member's display name": { email: `${uniqueId("s")}@example.org`, password, displayName: member.username },
    "with a member's id": { email: `${uniqueId("s")}@example.org`, password, localId: member.uid },
  };
  let signUpCount = 0;
  for (const [signUpKind, body] of Object.entries(signUps)) {
    const { status, body: account } = await callAuth("signUp", { ...body, returnSecureToken: true });
    // Auth itself refuses some sign-ups.
    if (status !== 200) continue;
    signUpCount += 1;
    const stranger: Person = { uid: account.localId, username: member.username, password, idToken: account.idToken };
    expect(stranger.uid, signUpKind).not.toBe(member.uid);
    expect(await tryStores(stranger), signUpKind).toEqual(expectedStoreStatuses(403));
    expect(await tryApi(stranger, filedReport), signUpKind).toEqual(expectedApiStatuses(401));
    // A stranger cannot make themselves a member either.
    const fields = { username: textValue("Max"), isAdmin: { booleanValue: true }, disabled: { booleanValue: false } };
    for (const path of [`members/${stranger.uid}`, `members/${member.uid}`, `usernames/${stranger.uid}`]) {
      const write = { update: { name: `${DOCUMENTS}/${path}`, fields } };
      expect(await commit(stranger, [write]), `${signUpKind}: ${path}`).toBe(403);
    }
    const login = { username: account.email ?? stranger.uid, password };
    expect((await call("POST", "/api/auth/login", { body: login })).status, signUpKind).toBe(401);
  }
  // Some sign-ups must have been accepted, or no stranger would have tried anything.
  expect(signUpCount).toBeGreaterThanOrEqual(2);
  expect(await tryStores(await newMember())).toEqual(expectedStoreStatuses(200));
});

const HIDDEN_COLLECTIONS = [
  ...["issues", "trash", "history", "ballots", "follows", "views", "changelog", "members", "boards"],
  ...["usernames", "lookalikes", "limits", "settings", "memberLog", "resetLinks", "unknown"],
];

test("threat 16: no user can read a document that the rules do not list", async () => {
  const { id } = await fileReport(member);
  await call("PUT", `/api/issues/${id}/vote`, { as: member, body: { voted: true } });
  const path = `attachments/${member.uid}/${uniqueId("i")}/f1`;
  expect(await upload(member, path, new TextEncoder().encode("x"), "text/plain")).toBe(200);
  const objectPath = `/${encodeURIComponent(path)}`;
  for (const person of [null, await newStranger(), member, admin]) {
    for (const collection of HIDDEN_COLLECTIONS) {
      expect((await callFirestore(person, "GET", `/${collection}?pageSize=1`)).status).toBe(403);
      expect((await callFirestore(person, "POST", ":runQuery", queryBody(collection))).status).toBe(403);
    }
    expect(
      (await callFirestore(person, "POST", ":runQuery", queryBody("members", { allDescendants: true }))).status,
    ).toBe(403);
    for (const path of [`/issues/${id}`, `/ballots/${member.uid}`])
      expect((await callFirestore(person, "GET", path)).status).toBe(403);
    // The page listens to what its own member follows.
    const isOwn = person === member;
    expect((await callFirestore(person, "GET", `/follows/${member.uid}`)).status).toBe(isOwn ? 200 : 403);
    const readPaths = ["", "?prefix=attachments/&delimiter=/", "?maxResults=1", objectPath, `${objectPath}?alt=media`];
    for (const readPath of readPaths) expect((await callStorage(person, "GET", readPath)).status, readPath).toBe(403);
    expect((await callStorage(person, "DELETE", objectPath)).status).toBe(403);
    const metadata = { headers: { "content-type": "application/json" }, body: '{"contentType":"text/html"}' };
    expect((await callStorage(person, "PATCH", objectPath, metadata)).status).toBe(403);
  }
});

test("threat 17: a change through Auth's own API gives a member no other identity", async () => {
  const attacker = await newMember();
  const victim = await newAdmin();
  const victimBefore = (await auth.getUser(victim.uid)).toJSON();
  const changes: Record<string, object> = {
    "another display name": { displayName: victim.username, photoUrl: "https://example.org/x.png" },
    "another address": { email: `${uniqueId("s")}@example.org` },
    "an admin's id": { localId: victim.uid, displayName: "taken over" },
    "a role": { customAttributes: '{"admin":true,"isAdmin":true}' },
    "an earlier sign-in": { createdAt: "0", lastLoginAt: "0" },
    "no display name": { deleteAttribute: ["DISPLAY_NAME", "PHOTO_URL"] },
  };
  const login = (password: string) =>
    call("POST", "/api/auth/login", { body: { username: attacker.username, password } });
  const expectedUser = { id: attacker.uid, username: attacker.username, isAdmin: false };
  for (const [change, fields] of Object.entries(changes)) {
    const tokenBefore = await getIdToken((await login(attacker.password)).body.token);
    const { body } = await callAuth("update", { idToken: tokenBefore, returnSecureToken: true, ...fields });
    const loginAfter = await login(attacker.password);
    expect(loginAfter.body.user, change).toEqual(expectedUser);
    for (const idToken of [tokenBefore, body?.idToken, await getIdToken(loginAfter.body.token)]) {
      // Auth refuses some changes, and then returns no token.
      if (idToken === undefined) continue;
      const session = { ...attacker, idToken };
      const { status, body: me } = await call("GET", "/api/me", { as: session });
      // Some changes end earlier sessions.
      if (status === 401) continue;
      expect(me.user, change).toEqual(expectedUser);
      expect((await fileReport(session)).user.username, change).toBe(attacker.username);
      const { id } = await fileReport(victim);
      const stepResponse = await call("PUT", `/api/issues/${id}`, { as: session, body: { status: "IN_PROGRESS" } });
      expect(stepResponse.status, change).toBe(403);
      expect(await commit(session, stepWrites(id, session, "OPEN", "IN_PROGRESS")), change).toBe(403);
    }
  }
  expect((await auth.getUser(victim.uid)).toJSON()).toEqual(victimBefore);
});

test("threat 17: a member cannot delete or look up another member, or sign in as one, through Auth's own API", async () => {
  const attacker = await newMember();
  const { idToken } = attacker;
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
  await eventually("the refusal of a login", async () => {
    const { status } = await call("POST", "/api/auth/login", {
      body: { username: attacker.username, password: attacker.password },
    });
    return status === 401 ? true : null;
  });
  // Auth accepts no custom token that the API has not signed.
  expect(await getIdToken("garbage")).toBeUndefined();
});
