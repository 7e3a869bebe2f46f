import type { Status, WireIssue, WireNewsItem } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { db, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let admin: Person;
let reporter: Person;
let voter: Person;
let witness: Person;
let stranger: Person;
beforeAll(async () => {
  admin = await newAdmin();
  [reporter, voter, witness, stranger] = (await Promise.all(Array.from({ length: 4 }, () => newMember()))) as [
    Person,
    Person,
    Person,
    Person,
  ];
});

const step = async (id: string, ...statuses: Status[]) => {
  for (const status of statuses)
    expect(await call("PUT", `/api/issues/${id}`, { as: admin, body: { status } })).toMatchObject({ status: 200 });
};
const vote = (as: Person, id: string, voted = true) => call("PUT", `/api/issues/${id}/vote`, { as, body: { voted } });
const see = (as: Person, id: string) =>
  call("PUT", `/api/issues/${id}/sighting`, { as, body: { seen: true, browser: "Safari", system: "iOS" } });
const answer = (as: Person, id: string, fixed: boolean, other: object = {}) =>
  call("PUT", `/api/issues/${id}/fix-answer`, { as, body: { fixed, ...other } });
const readIssue = async (id: string): Promise<WireIssue> =>
  (await call("GET", `/api/issues/${id}`, { as: admin })).body.issue;
const readAnswers = async (id: string) => (await readIssue(id)).fixAnswers;
const readAsked = async (as: Person, id: string): Promise<boolean | null | undefined> =>
  (await call("GET", "/api/me/votes", { as })).body.asked[id];
const askingNews = async (as: Person, id: string): Promise<WireNewsItem[]> => {
  const { items } = (await call("GET", "/api/me/news", { as })).body as { items: WireNewsItem[] };
  return items.filter((item) => item.issueId === id && "asks" in item);
};

/** A Resolved bug for which `voter` votes and which `witness` sees too. */
async function fileResolved(overrides: Record<string, unknown> = {}): Promise<WireIssue> {
  const report = await fileReport(reporter, overrides);
  await vote(voter, report.id);
  await see(witness, report.id);
  await step(report.id, "IN_PROGRESS", "TESTING", "RESOLVED");
  return report;
}

describe("'Fixed for you?'", () => {
  it("asks the reporter, voters and those who see it too; each counts once and may change the answer", async () => {
    const { id } = await fileResolved();
    const { updatedAt, status } = await readIssue(id);
    expect(status).toBe("RESOLVED");
    for (const person of [voter, witness]) expect(await readAsked(person, id)).toBeNull();
    expect(await answer(reporter, id, true)).toMatchObject({ status: 200, body: { success: true, fixed: true } });
    for (const person of [voter, witness, witness]) await answer(person, id, false);
    expect(await readIssue(id)).toMatchObject({ status: "RESOLVED", updatedAt, fixAnswers: { yes: 1, no: 2 } });
    const { body } = await call("GET", "/api/issues?page=1&pageSize=100&sort=newest", { as: stranger });
    const listed = body.bugs.find((report: WireIssue) => report.id === id);
    expect(listed.fixAnswers).toEqual({ yes: 1, no: 2 });
    expect(await readAsked(witness, id)).toBe(false);
    await answer(witness, id, true);
    expect(await readAnswers(id)).toEqual({ yes: 2, no: 1 });
    expect([await readAsked(reporter, id), await readAsked(witness, id)]).toEqual([true, true]);
  });

  it("asks for features, too, once they are Completed", async () => {
    const { id } = await fileReport(reporter, { type: "feature" });
    await vote(voter, id);
    await step(id, "IN_PROGRESS", "TESTING", "COMPLETED");
    expect((await answer(voter, id, true)).status).toBe(200);
    expect(await readAnswers(id)).toEqual({ yes: 1, no: 0 });
    await step(id, "PLANNED");
    expect(await readAnswers(id)).toBeUndefined();
  });

  it("threat 47: takes answers of nobody else: neither of another member, nor of an admin, nor without a session", async () => {
    const { id } = await fileResolved();
    for (const person of [stranger, admin]) expectFailure(await answer(person, id, false), 403, "forbidden");
    expectFailure(await answer(stranger, id, false, { text: "Me too." }), 403, "forbidden");
    expectFailure(await call("PUT", `/api/issues/${id}/fix-answer`, { body: { fixed: true } }), 401, "unauthenticated");
    expect(await readAnswers(id)).toBeUndefined();
    expect(JSON.parse((await readIssue(id)).amendment)).toEqual([]);
    expect(await readAsked(stranger, id)).toBeUndefined();
    expect(await askingNews(stranger, id)).toEqual([]);
    // Whoever has been asked may still change the answer after taking the vote back.
    await answer(voter, id, true);
    await vote(voter, id, false);
    expect((await answer(voter, id, false)).status).toBe(200);
    expect(await readAnswers(id)).toEqual({ yes: 0, no: 1 });
  });

  it("asks in no other status, nor of a closed report, and of no missing one", async () => {
    const { id } = await fileReport(reporter);
    for (const status of ["IN_PROGRESS", "TESTING"] as const) {
      expectFailure(await answer(reporter, id, true), 409, "conflict");
      await step(id, status);
    }
    await step(id, "RESOLVED");
    await call("PUT", `/api/issues/${id}/closing`, { as: admin, body: { reason: "as-intended" } });
    expectFailure(await answer(reporter, id, true), 409, "conflict");
    await step(id, "CLOSED");
    expectFailure(await answer(reporter, id, true), 409, "conflict");
    expect(await readAnswers(id)).toBeUndefined();
    expectFailure(await answer(reporter, "no-such-report", true), 404, "not-found");
  });

  it("stores a line of text as an amendment in the same commit, once, however often it is sent", async () => {
    const { id } = await fileResolved();
    const line = { text: "  Only in private windows. ", id: uniqueId("a") };
    for (let time = 0; time < 3; time += 1) expect((await answer(witness, id, false, line)).status).toBe(200);
    const issue = await readIssue(id);
    expect(issue.fixAnswers).toEqual({ yes: 0, no: 1 });
    expect(JSON.parse(issue.amendment)).toMatchObject([
      { id: line.id, text: "Only in private windows.", createdBy: witness.username },
    ]);
    const { docs } = await db.collection("history").where("issueId", "==", id).where("kind", "==", "amended").get();
    expect(docs.map((doc) => doc.get("to"))).toEqual([line.id]);
    const report = await db.doc(`issues/${id}`).get();
    expect(report.get(`fixAnswers.${witness.uid}.at`)).toEqual(report.get(`amendments.${line.id}.createdAt`));
    // Its author may edit it like every other amendment.
    const edit = { as: witness, body: { text: "Only in two private windows.", from: "" } };
    expect((await call("PUT", `/api/issues/${id}/amendments/${line.id}`, edit)).status).toBe(200);
    // The same id with another text is somebody's mistake: neither is stored.
    expectFailure(await answer(voter, id, false, { ...line, text: "Other" }), 409, "already-exists");
    expect(await readAnswers(id)).toEqual({ yes: 0, no: 1 });
  });

  it.each([
    {},
    { fixed: "yes" },
    { fixed: true, text: "Thanks." },
    { fixed: false, text: " " },
    { fixed: false, text: "x".repeat(4_001) },
    { fixed: false, status: "OPEN" },
  ])("refuses a malformed answer: case %#", async (body) => {
    const { id } = await fileResolved();
    expectFailure(await call("PUT", `/api/issues/${id}/fix-answer`, { as: reporter, body }), 400, "bad-request");
    expect(await readAnswers(id)).toBeUndefined();
  });

  it("keeps the answers between Resolved and Closed, and starts anew when the report is reopened", async () => {
    const { id } = await fileResolved();
    await answer(voter, id, false);
    await step(id, "CLOSED");
    expect(await readAnswers(id)).toEqual({ yes: 0, no: 1 });
    expect(await readAsked(voter, id)).toBeUndefined();
    await step(id, "RESOLVED");
    expect(await readAnswers(id)).toEqual({ yes: 0, no: 1 });
    await step(id, "TESTING");
    expect(await readAnswers(id)).toBeUndefined();
    expect((await db.doc(`issues/${id}`).get()).get("fixAnswers")).toBeUndefined();
    await step(id, "RESOLVED");
    expect(await readAsked(voter, id)).toBeNull();
    expect((await answer(voter, id, true)).status).toBe(200);
    await step(id, "CLOSED", "OPEN");
    expect(await readAnswers(id)).toBeUndefined();
  });

  it("is in the news of each of them until they have answered, once, at the last step", async () => {
    const { id } = await fileResolved();
    await step(id, "TESTING", "RESOLVED");
    for (const person of [reporter, voter, witness])
      expect(await askingNews(person, id)).toMatchObject([{ kind: "status", from: "TESTING", to: "RESOLVED" }]);
    for (const person of [reporter, witness]) await answer(person, id, true);
    for (const person of [reporter, witness]) expect(await askingNews(person, id)).toEqual([]);
    expect(await askingNews(voter, id)).toHaveLength(1);
    await step(id, "CLOSED");
    expect(await askingNews(voter, id)).toEqual([]);
  });

  it("asks those of a duplicate about its target", async () => {
    const [target, duplicate] = [await fileReport(stranger), await fileReport(reporter)];
    await vote(voter, duplicate.id);
    await see(witness, duplicate.id);
    const closing = { reason: "duplicate", of: target.id };
    await call("PUT", `/api/issues/${duplicate.id}/closing`, { as: admin, body: closing });
    await step(target.id, "IN_PROGRESS", "TESTING", "RESOLVED");
    for (const person of [reporter, voter, witness]) {
      expect(await readAsked(person, target.id)).toBeNull();
      expect(await askingNews(person, target.id)).toHaveLength(1);
      expect((await answer(person, target.id, true)).status).toBe(200);
    }
    expect(await readAnswers(target.id)).toEqual({ yes: 3, no: 0 });
    expectFailure(await answer(reporter, duplicate.id, true), 409, "conflict");
  });

  it("of many at the same moment counts all, also beside a step: none is lost, none outlives a reopening", async () => {
    const voters = await Promise.all(Array.from({ length: 6 }, () => newMember()));
    const { id } = await fileReport(reporter);
    for (const person of voters) await vote(person, id);
    await step(id, "IN_PROGRESS", "TESTING", "RESOLVED");
    const responses = await Promise.all(voters.map((person, index) => answer(person, id, index % 2 === 0)));
    expect(responses.map(({ status }) => status)).toEqual(voters.map(() => 200));
    expect(await readAnswers(id)).toEqual({ yes: 3, no: 3 });
    const reopening = call("PUT", `/api/issues/${id}`, { as: admin, body: { status: "TESTING" } });
    const late = await Promise.all(voters.map((person) => answer(person, id, true)));
    expect((await reopening).status).toBe(200);
    for (const { status } of late) expect([200, 409]).toContain(status);
    expect(await readAnswers(id)).toBeUndefined();
  });

  it("sorts the list by 'still happens'", async () => {
    const word = uniqueId("unfixed");
    const [fixed, unfixed] = [await fileResolved({ title: `${word} a` }), await fileResolved({ title: `${word} b` })];
    await answer(voter, fixed.id, true);
    for (const person of [voter, witness]) await answer(person, unfixed.id, false);
    const search = async () =>
      (await call("GET", `/api/issues?search=${word}&sort=unfixed`, { as: admin })).body.order as string[];
    expect(await search()).toEqual([unfixed.id, fixed.id]);
    await answer(reporter, fixed.id, false);
    await answer(witness, unfixed.id, true);
    await answer(voter, unfixed.id, true);
    expect(await search()).toEqual([fixed.id, unfixed.id]);
  });

  it("is back with a deleted report, and a member who leaves takes their answer along", async () => {
    const leaver = await newMember();
    const { id } = await fileResolved();
    const trashed = await fileResolved();
    for (const report of [id, trashed.id]) {
      await vote(leaver, report);
      for (const person of [leaver, reporter]) await answer(person, report, false);
    }
    expect((await call("GET", "/api/me/data", { as: leaver })).body.fixAnswers).toContainEqual({
      issueId: id,
      fixed: false,
      at: expect.any(String),
    });
    await call("DELETE", `/api/issues/${trashed.id}`, { as: admin });
    const { status } = await call("POST", "/api/auth/delete-account", {
      as: leaver,
      body: { password: leaver.password },
    });
    expect(status).toBe(200);
    expect(await readAnswers(id)).toEqual({ yes: 0, no: 1 });
    const { body } = await call("POST", `/api/trash/${trashed.id}/restore`, { as: admin, body: {} });
    expect(body.issue.fixAnswers).toEqual({ yes: 0, no: 1 });
    expect(JSON.stringify(await readIssue(id))).not.toContain(reporter.uid);
  });
});
