import type { OwnEvent, WireIssue } from "@logbook/domain";
import { describe, expect, it, vi } from "vitest";
import { type ApiResponse, call, fileReport, newAdmin, newMember, type Person, upload } from "../support/actors.ts";
import { startFirestoreProxy } from "../support/firestore-proxy.ts";
import { runJob, serveFunctions } from "../support/functions-process.ts";
import { patient } from "../support/patience.ts";
import { auth, db, FIRESTORE, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

// Each job starts a process, which takes long.
vi.setConfig({ testTimeout: patient(120_000) });

const FORMER = "former member";

const leave = (as: Person, password = as.password, origin?: string): Promise<ApiResponse> =>
  call("POST", "/api/auth/delete-account", { as, body: { password }, ...(origin !== undefined && { origin }) });
const amend = (as: Person, issueId: string, text = "A note."): Promise<ApiResponse> =>
  call("POST", "/api/issues/amendment", { as, body: { issueId, text } });
const vote = (as: Person, id: string, voted = true): Promise<ApiResponse> =>
  call("PUT", `/api/issues/${id}/vote`, { as, body: { voted } });
const see = (as: Person, id: string): Promise<ApiResponse> =>
  call("PUT", `/api/issues/${id}/sighting`, { as, body: { seen: true, browser: "Safari", system: "iOS" } });
const register = (username: string): Promise<ApiResponse> =>
  call("POST", "/api/auth/register", { body: { username, password: "correct horse" } });
const readReport = async (as: Person, id: string): Promise<WireIssue> =>
  (await call("GET", `/api/issues/${id}`, { as })).body.issue;
const exists = async (path: string): Promise<boolean> => (await db.doc(path).get()).exists;
const runOrphans = (now = new Date()) => runJob("orphans", "--now", now.toISOString());
const daysFromNow = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000);

/** Everything in Firestore as text, except the name's reservation and the departure, which nobody can read. */
async function readAllText(): Promise<string> {
  const collections = (await db.listCollections()).filter(
    ({ id }) => !["usernames", "lookalikes", "departures"].includes(id),
  );
  const results = await Promise.all(collections.map((collection) => collection.get()));
  return JSON.stringify(results.flatMap(({ docs }) => docs.map((doc) => [doc.ref.path, doc.data()])));
}

describe("a member who deletes their account", () => {
  it("leaves reports and amendments as 'former member', everywhere; votes, follows and views go", async () => {
    const [member, other, admin] = [await newMember(), await newMember(), await newAdmin()];
    const own = await fileReport(member);
    const others = await fileReport(other);
    const trashed = await fileReport(member);
    const votedInTrash = await fileReport(other);
    await call("PUT", `/api/issues/${own.id}/follow`, { as: other, body: { mode: "all" } });
    await amend(member, others.id, "By the member.");
    await amend(other, others.id, "By somebody else.");
    await amend(member, own.id, "Mine as well.");
    for (const id of [own.id, others.id, trashed.id, votedInTrash.id]) {
      expect((await vote(member, id)).status).toBe(200);
      await vote(admin, id);
      for (const person of [member, other]) expect((await see(person, id)).status).toBe(200);
    }
    await call("PUT", "/api/me/views", { as: member, body: { views: [{ name: "A", query: "status=open" }] } });
    for (const { id } of [trashed, votedInTrash])
      expect((await call("DELETE", `/api/issues/${id}`, { as: admin, body: {} })).status).toBe(200);
    const updatedBefore = (await readReport(other, own.id)).updatedAt;
    // The instance has the events in memory before the member leaves.
    const newsBefore = (await call("GET", "/api/me/news", { as: other })).body.items;
    expect(newsBefore.map(({ by }: OwnEvent & { by: string }) => by)).toContain(member.username);

    expect((await leave(member)).status).toBe(200);

    const report = await readReport(other, own.id);
    expect(report).toMatchObject({ user: { username: FORMER }, votes: 1, updatedAt: updatedBefore });
    expect(JSON.parse(report.amendment)).toMatchObject([{ createdBy: FORMER, text: "Mine as well." }]);
    expect(JSON.parse((await readReport(other, others.id)).amendment)).toMatchObject([
      { createdBy: FORMER, text: "By the member." },
      { createdBy: other.username, text: "By somebody else." },
    ]);
    // The lists of all instances show it too.
    const { body: list } = await call("GET", "/api/issues?pageSize=100&sort=newest", { as: other });
    expect(list.bugs.find(({ id }: WireIssue) => id === own.id)).toMatchObject({
      user: { username: FORMER },
      votes: 1,
      sightings: { members: 1 },
    });
    const news = (await call("GET", "/api/me/news", { as: other })).body.items;
    expect(news.map(({ by }: { by: string }) => by)).toContain(FORMER);
    expect(JSON.stringify(news)).not.toContain(member.username);
    for (const { id } of [trashed, votedInTrash])
      expect((await call("POST", `/api/trash/${id}/restore`, { as: admin, body: {} })).status).toBe(200);
    expect(await readReport(other, trashed.id)).toMatchObject({ user: { username: FORMER }, votes: 1 });
    const remaining = { user: { username: other.username }, votes: 1, sightings: { members: 1 } };
    expect(await readReport(other, votedInTrash.id)).toMatchObject(remaining);

    for (const collection of ["members", "ballots", "follows", "views"])
      expect(await exists(`${collection}/${member.uid}`), collection).toBe(false);
    expect(await readAllText()).not.toContain(member.username);
    for (const { id } of [own, others, trashed, votedInTrash])
      expect(Object.keys((await db.doc(`issues/${id}`).get()).get("sightings"))).toEqual([other.uid]);
    await expect(auth.getUser(member.uid)).rejects.toThrow();
  });

  it("gives back the reports that they had taken as an admin, and their name is in no event of these", async () => {
    const [leaver, admin] = [await newAdmin(), await newAdmin()];
    const [taken, givenBack] = [await fileReport(admin), await fileReport(admin)];
    const take = (as: Person, id: string, isTaken: boolean) =>
      call("PUT", `/api/issues/${id}/assignee`, { as, body: { taken: isTaken } });
    for (const { id } of [taken, givenBack]) expect((await take(leaver, id, true)).status).toBe(200);
    expect((await take(admin, givenBack.id, false)).status).toBe(200);
    expect((await leave(leaver)).status).toBe(200);
    expect(await readReport(admin, taken.id)).not.toHaveProperty("assignee");
    const { docs } = await db.collection("history").where("issueId", "==", givenBack.id).get();
    const assignments = docs.map((doc) => doc.data()).filter(({ kind }) => kind === "assigned");
    expect(assignments.map(({ from, to }) => [from, to])).toEqual(
      expect.arrayContaining([
        [null, FORMER],
        [FORMER, null],
      ]),
    );
    expect(await readAllText()).not.toContain(leaver.username);
  });

  it("is a stranger at once: at the API, in Storage and at the login, and the name cannot be had", async () => {
    const member = await newMember();
    const report = await fileReport(member);
    expect((await leave(member)).status).toBe(200);
    expectFailure(await call("GET", "/api/issues?page=1", { as: member }), 401, "unauthenticated");
    expectFailure(await amend(member, report.id), 401, "unauthenticated");
    expect(await upload(member, `attachments/${member.uid}/${uniqueId("r")}/f1`, Buffer.from("a"), "text/plain")).toBe(
      403,
    );
    const { username, password } = member;
    expectFailure(await call("POST", "/api/auth/login", { body: { username, password } }), 401, "invalid-credentials");
    expectFailure(await register(username), 409, "username-taken");
    expectFailure(await register(username.toUpperCase()), 409, "username-taken");
    expectFailure(await register("Former Member"), 400, "bad-username");
    expectFailure(await register("former-mernber"), 400, "bad-username");
  });

  it("gives the name free after 30 days; the texts are not the newcomer's", async () => {
    const member = await newMember();
    const report = await fileReport(member);
    await leave(member);
    await runOrphans();
    expectFailure(await register(member.username), 409, "username-taken");
    await runOrphans(daysFromNow(29));
    expect(await exists(`departures/${member.uid}`)).toBe(true);
    expectFailure(await register(member.username), 409, "username-taken");
    await runOrphans(daysFromNow(31));
    expect(await exists(`departures/${member.uid}`)).toBe(false);
    const newcomer = await newMember(member.username);
    expect(await readReport(newcomer, report.id)).toMatchObject({ user: { username: FORMER } });
    const { body } = await call("GET", "/api/issues?show=mine", { as: newcomer });
    expect([...body.bugs, ...body.features]).toEqual([]);
    expectFailure(
      await call("PUT", `/api/issues/${report.id}/texts`, {
        as: newcomer,
        body: { title: "Mine", description: "Mine" },
      }),
      403,
      "forbidden",
    );
  });

  it("threat 42: has to know the password, whose guesses are limited; a stolen session cannot delete the account", async () => {
    const member = await newMember();
    const api = await serveFunctions({ env: { LIMITS_WIDTH: "1" } });
    try {
      for (let index = 0; index < 9; index += 1)
        expectFailure(await leave(member, "a guess", api.origin), 403, "wrong-password");
      // One's guesses at a new password count too.
      const change = { currentPassword: "a guess", newPassword: "battery staple" };
      const guess = () => call("POST", "/api/auth/password", { as: member, body: change, origin: api.origin });
      expectFailure(await guess(), 403, "wrong-password");
      expectFailure(await leave(member, member.password, api.origin), 429, "too-many");
      expectFailure(await guess(), 429, "too-many");
    } finally {
      await api.stop();
    }
    expect(await exists(`members/${member.uid}`)).toBe(true);
    expect((await call("GET", "/api/me", { as: member })).status).toBe(200);
    expect((await leave(member)).status).toBe(200);
  });

  it("threat 41: is not the only admin, also if two admins leave in the same second", async () => {
    const others = await db.collection("members").where("isAdmin", "==", true).get();
    await Promise.all(others.docs.map(({ ref }) => ref.update({ isAdmin: false })));
    try {
      const admins = [await newAdmin(), await newAdmin(), await newAdmin()];
      const responses = await Promise.all(admins.map((admin) => leave(admin)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 403]);
      const last = admins[responses.findIndex(({ status }) => status === 403)]!;
      expectFailure(await leave(last), 403, "forbidden");
      expect(await readReport(last, (await fileReport(last)).id)).toMatchObject({ user: { username: last.username } });
    } finally {
      await Promise.all(others.docs.map(({ ref }) => ref.update({ isAdmin: true })));
    }
  });
});

describe("a departure", () => {
  it("leaves everything whole while others amend, vote for and delete the member's reports", async () => {
    const [member, other, third, admin] = [await newMember(), await newMember(), await newMember(), await newAdmin()];
    const reports: WireIssue[] = [];
    for (let index = 0; index < 8; index += 1) reports.push(await fileReport(member));
    for (const { id } of reports) {
      await vote(member, id);
      await amend(member, id, "Mine.");
    }
    const deleted = reports[0]!;
    const [left, ...acts] = await Promise.all([
      leave(member),
      ...reports.flatMap(({ id }) => [amend(other, id, "Meanwhile."), vote(other, id), vote(third, id)]),
      call("DELETE", `/api/issues/${deleted.id}`, { as: admin, body: {} }),
    ]);
    expect(left!.status).toBe(200);
    const restored = await call("POST", `/api/trash/${deleted.id}/restore`, { as: admin, body: {} });
    expect(restored.status).toBe(200);
    // What the departure could not see yet is found by the daily job.
    await runOrphans(new Date(Date.now() + 2 * 60 * 60_000));
    const statuses = new Map<string, number[]>();
    for (const [index, { id }] of reports.entries())
      statuses.set(
        id,
        acts.slice(3 * index, 3 * index + 3).map(({ status }) => status),
      );
    for (const { id } of reports) {
      const report = await readReport(other, id);
      const [amended, ...voted] = statuses.get(id)!;
      expect(report.user.username).toBe(FORMER);
      expect(report.votes).toBe(voted.filter((status) => status === 200).length);
      const amendments = JSON.parse(report.amendment).map(({ createdBy }: { createdBy: string }) => createdBy);
      expect(amendments.sort()).toEqual([FORMER, ...(amended === 201 ? [other.username] : [])].sort());
      // Only the deletion may have been faster than what others wrote to that report.
      if (id !== deleted.id) expect([amended, ...voted]).toEqual([201, 200, 200]);
    }
    expect(await readAllText()).not.toContain(member.username);
  });

  it.each([1, 2, 3, 4])(
    "that is killed after commit %i is finished by the daily job, with each vote counted once",
    async (commits) => {
      const [member, other] = [await newMember(), await newMember()];
      const report = await fileReport(member);
      const others = await fileReport(other);
      for (const { id } of [report, others]) {
        await vote(member, id);
        await vote(other, id);
      }
      const proxy = await startFirestoreProxy(new URL(FIRESTORE).host);
      const api = await serveFunctions({ env: { FIRESTORE_EMULATOR_HOST: proxy.host } });
      try {
        let committed = 0;
        proxy.intercept(({ path, body }) => {
          if (!path.endsWith(":commit") || body.includes("/documents/limits/")) return "pass";
          committed += 1;
          return committed <= commits ? "pass" : "refuse";
        });
        expect((await leave(member, member.password, api.origin)).status).toBe(200);
        expect(committed).toBeGreaterThan(commits);
      } finally {
        await api.stop();
        await proxy.close();
      }
      expectFailure(await call("GET", "/api/me", { as: member }), 401, "unauthenticated");
      const summary = await runOrphans(new Date(Date.now() + 2 * 60 * 60_000));
      expect(summary).toMatch(/Departures: [1-9]\d* finished, 0 over, 0 not finished yet\.$/);
      for (const { id } of [report, others]) expect((await readReport(other, id)).votes).toBe(1);
      expect(await readAllText()).not.toContain(member.username);
    },
  );

  it("finds what an earlier call of the member has stored late", async () => {
    const [member, other] = [await newMember(), await newMember()];
    const { id } = await fileReport(other);
    await amend(member, id, "Late.");
    const late = (await db.doc(`issues/${id}`).get()).get("amendments");
    await leave(member);
    // The same amendment again, as if its commit had been on its way for an hour.
    await db.doc(`issues/${id}`).update({ amendments: late, updatedAt: new Date() });
    await runOrphans(new Date(Date.now() + 2 * 60 * 60_000));
    expect((await db.doc(`departures/${member.uid}`).get()).get("finishedAt")).toBeDefined();
    expect(await readAllText()).not.toContain(member.username);
  });
});
