import type { WireEvent, WireIssue, WireReportPage } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person, storeMember } from "../support/actors.ts";
import { db, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let admin: Person;
let member: Person;
let otherMember: Person;
beforeAll(async () => {
  [admin, member, otherMember] = [await newAdmin(), await newMember(), await newMember()];
});

const close = (id: string, body: object, as: Person = admin) => call("PUT", `/api/issues/${id}/closing`, { as, body });
const closeAsDuplicate = (id: string, of: string) => close(id, { reason: "duplicate", of });
const reopen = (id: string) => close(id, { reason: null });
const vote = (id: string, as: Person, voted = true) => call("PUT", `/api/issues/${id}/vote`, { as, body: { voted } });
const deleteReport = (id: string) => call("DELETE", `/api/issues/${id}`, { as: admin });
const restore = (id: string) => call("POST", `/api/trash/${id}/restore`, { as: admin, body: {} });
const readPage = async (id: string): Promise<WireReportPage> =>
  (await call("GET", `/api/reports/${id}`, { as: member })).body;
const readTarget = async (id: string): Promise<string | null> => (await readPage(id)).issue.duplicateOf?.id ?? null;
const readDuplicates = async (id: string): Promise<string[]> =>
  ((await readPage(id)).duplicates ?? []).map((duplicate) => duplicate.id);
const fileReports = (count: number, overrides = {}): Promise<WireIssue[]> =>
  Promise.all(Array.from({ length: count }, () => fileReport(otherMember, overrides)));

/** What a closing may change of a report besides how it is closed, and the voters, which no response has. */
const STAMPS = ["updatedAt", "updatedBy", "handledByAdmin", "voters", "votedAt"];
const withoutStamps = (report: object) =>
  Object.fromEntries(Object.entries(report).filter(([name]) => !STAMPS.includes(name)));

/** Everything that members see of these reports, and what is stored of them and of these members. */
async function readState(ids: readonly string[], search: string, people: readonly Person[]) {
  const pages = await Promise.all(ids.map(readPage));
  const { body } = await call("GET", `/api/issues?search=${search}&sort=wanted`, { as: member });
  const documents = await Promise.all(ids.map((id) => db.doc(`issues/${id}`).get()));
  const own = await Promise.all(
    people.flatMap(({ uid }) => [db.doc(`ballots/${uid}`).get(), db.doc(`follows/${uid}`).get()]),
  );
  return {
    pages: pages.map(({ issue, followers, duplicates }) => [withoutStamps(issue), followers, duplicates]),
    list: [body.order, body.bugs.map(withoutStamps)],
    documents: documents.map((document) => withoutStamps(document.data()!)),
    own: own.map((document) => document.data()),
  };
}

describe("a report that an admin closes as a duplicate", () => {
  it("leads to its target, which counts each voter and follower of both once, until it is no duplicate any more", async () => {
    const word = uniqueId("merge");
    const [target, duplicate, rival] = await Promise.all(
      ["target", "duplicate", "rival"].map((name) => fileReport(otherMember, { title: `${word} ${name}` })),
    );
    const [common, onlyTarget, onlyDuplicate, follower] = await Promise.all(
      Array.from({ length: 4 }, () => storeMember()),
    );
    const people = [common!, onlyTarget!, onlyDuplicate!, follower!];
    for (const id of [target!.id, duplicate!.id, rival!.id]) await vote(id, common!);
    for (const id of [target!.id, rival!.id]) await vote(id, onlyTarget!);
    await vote(duplicate!.id, onlyDuplicate!);
    await call("PUT", `/api/issues/${duplicate!.id}/follow`, { as: follower!, body: { mode: "status" } });
    await call("POST", "/api/issues/amendment", { as: member, body: { issueId: duplicate!.id, text: "Me too." } });
    const ids = [target!.id, duplicate!.id, rival!.id];
    const before = await readState(ids, word, people);
    expect(before.pages.map(([issue]) => (issue as WireIssue).votes)).toEqual([2, 2, 2]);

    const closed = await closeAsDuplicate(duplicate!.id, target!.id);
    expect(closed).toMatchObject({ status: 200, body: { issue: { status: "OPEN", handledByAdmin: true } } });
    const page = await readPage(target!.id);
    // Both reports have the followers `otherMember` and `common`.
    expect(page).toMatchObject({ issue: { votes: 3 }, followers: 6 });
    expect(page.duplicates).toEqual([
      expect.objectContaining({ id: duplicate!.id, number: duplicate!.number, votes: 2, amendments: 1 }),
    ]);
    const { duplicateOf, votes } = (await readPage(duplicate!.id)).issue;
    expect([duplicateOf, votes]).toEqual([
      { id: target!.id, number: target!.number, title: target!.title, since: expect.any(String) },
      2,
    ]);
    const { body: list } = await call("GET", `/api/issues?search=${word}&sort=wanted`, { as: member });
    expect(list.order[0]).toBe(target!.id);
    const shown = Object.fromEntries(list.bugs.map((report: WireIssue) => [report.id, report]));
    expect(shown[target!.id]).toMatchObject({ votes: 3 });
    expect(shown[duplicate!.id]).toMatchObject({ votes: 2, duplicateOf: { number: target!.number } });
    const { body: changes } = await call(
      "GET",
      `/api/issues/changes?since=2026-01-01T00:00:00.000Z&ids=${ids.join()}`,
      { as: member },
    );
    expect(changes.issues).toEqual(ids.map((id) => shown[id]));
    expect((await call("GET", `/api/issues/${target!.id}`, { as: member })).body.issue.votes).toBe(3);

    expect((await reopen(duplicate!.id)).status).toBe(200);
    expect(await readState(ids, word, people)).toEqual(before);
  });

  it("counts later votes and votes taken back for its target, once for each member", async () => {
    const [target, duplicate] = await fileReports(2);
    const [early, late] = [await storeMember(), await storeMember()];
    await vote(target!.id, early);
    await closeAsDuplicate(duplicate!.id, target!.id);
    const readVotes = async () => [
      (await readPage(target!.id)).issue.votes,
      (await readPage(duplicate!.id)).issue.votes,
    ];
    const seen: unknown[] = [];
    const steps: [WireIssue, Person, boolean][] = [
      [duplicate!, early, true],
      [duplicate!, late, true],
      [target!, late, true],
      [target!, early, false],
      [duplicate!, early, false],
    ];
    for (const [{ id }, person, voted] of steps) {
      expect((await vote(id, person, voted)).status).toBe(200);
      seen.push(await readVotes());
    }
    expect(seen).toEqual([
      [1, 1],
      [2, 2],
      [2, 2],
      [2, 2],
      [1, 1],
    ]);
    await reopen(duplicate!.id);
    expect(await readVotes()).toEqual([1, 1]);
  });

  it("counts votes that come at the moment of the closing", async () => {
    const [target, duplicate] = await fileReports(2);
    const voters = await Promise.all(Array.from({ length: 6 }, () => storeMember()));
    const [closed, ...votes] = await Promise.all([
      closeAsDuplicate(duplicate!.id, target!.id),
      ...voters.flatMap((person) => [vote(target!.id, person), vote(duplicate!.id, person)]),
    ]);
    expect([closed, ...votes].map(({ status }) => status)).toEqual(Array(13).fill(200));
    const pages = await Promise.all([target!, duplicate!].map(({ id }) => readPage(id)));
    expect(pages.map(({ issue }) => issue.votes)).toEqual([6, 6]);
  });

  it("stays a duplicate after a status step, in its own cycle", async () => {
    const [target, duplicate] = await fileReports(2);
    await closeAsDuplicate(duplicate!.id, target!.id);
    const { status } = await call("PUT", `/api/issues/${duplicate!.id}`, { as: admin, body: { status: "CLOSED" } });
    expect(status).toBe(200);
    expect(await readPage(duplicate!.id)).toMatchObject({
      issue: { status: "CLOSED", duplicateOf: { id: target!.id } },
    });
  });

  it("leads to the last target, so that no chain is visible, and comes back when that one is no duplicate", async () => {
    const [first, second, third] = await fileReports(3);
    await closeAsDuplicate(first!.id, second!.id);
    await closeAsDuplicate(second!.id, third!.id);
    expect(await Promise.all([first!, second!].map(({ id }) => readTarget(id)))).toEqual([third!.id, third!.id]);
    expect([await readDuplicates(second!.id), (await readDuplicates(third!.id)).sort()]).toEqual([
      [],
      [first!.id, second!.id].sort(),
    ]);
    // A report that is closed as a duplicate of a duplicate gets that one's target for good.
    const [fourth] = await fileReports(1);
    await closeAsDuplicate(fourth!.id, first!.id);
    await reopen(second!.id);
    expect(await Promise.all([first!, second!, fourth!].map(({ id }) => readTarget(id)))).toEqual([
      second!.id,
      null,
      third!.id,
    ]);
  });

  it("is free while its target is in the trash, and a duplicate again after the restore", async () => {
    const [target, duplicate] = await fileReports(2);
    await closeAsDuplicate(duplicate!.id, target!.id);
    await vote(duplicate!.id, member);
    await deleteReport(target!.id);
    expect(await readTarget(duplicate!.id)).toBeNull();
    await restore(target!.id);
    expect([await readTarget(duplicate!.id), (await readPage(target!.id)).issue.votes]).toEqual([target!.id, 1]);
    await deleteReport(duplicate!.id);
    expect(await readPage(target!.id)).not.toHaveProperty("duplicates");
    expect((await readPage(target!.id)).issue.votes).toBe(0);
    await restore(duplicate!.id);
    expect([await readDuplicates(target!.id), (await readPage(target!.id)).issue.votes]).toEqual([[duplicate!.id], 1]);
  });

  it("is no duplicate of itself, of its own duplicate, or of a report that does not exist", async () => {
    const [report, duplicate, deleted] = await fileReports(3);
    await closeAsDuplicate(duplicate!.id, report!.id);
    await deleteReport(deleted!.id);
    expectFailure(await closeAsDuplicate(report!.id, report!.id), 409, "conflict");
    expectFailure(await closeAsDuplicate(report!.id, duplicate!.id), 409, "conflict");
    for (const id of [deleted!.id, "no-such-report"])
      expectFailure(await closeAsDuplicate(report!.id, id), 404, "not-found");
    expectFailure(await closeAsDuplicate("no-such-report", report!.id), 404, "not-found");
    expect([await readTarget(report!.id), await readTarget(duplicate!.id)]).toEqual([null, report!.id]);
  });

  it("is no duplicate if its target is restored as a duplicate of it", async () => {
    const [first, second, third] = await fileReports(3);
    await closeAsDuplicate(first!.id, second!.id);
    await closeAsDuplicate(second!.id, third!.id);
    await deleteReport(second!.id);
    await closeAsDuplicate(third!.id, first!.id);
    await restore(second!.id);
    expect(await Promise.all([first!, second!, third!].map(({ id }) => readTarget(id)))).toEqual([null, null, null]);
    await reopen(third!.id);
    expect(await Promise.all([first!, second!].map(({ id }) => readTarget(id)))).toEqual([third!.id, third!.id]);
  });

  it("is one of two if two admins close two reports as duplicates of each other, ten times", {
    timeout: 60_000,
  }, async () => {
    for (let round = 0; round < 10; round += 1) {
      const [a, b] = await fileReports(2);
      // Both have their voters from now on, so the closings below are one commit each.
      for (const [id, of] of [
        [a!.id, b!.id],
        [b!.id, a!.id],
      ] as const) {
        await closeAsDuplicate(id, of);
        await reopen(id);
      }
      const responses = await Promise.all([closeAsDuplicate(a!.id, b!.id), closeAsDuplicate(b!.id, a!.id)]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
      const targets = await Promise.all([a!, b!].map(({ id }) => readTarget(id)));
      expect(targets.filter((target) => target !== null)).toHaveLength(1);
    }
  });

  it("is suggested no more for a similar title: its target is", async () => {
    const words = `${uniqueId("zebra")} ${uniqueId("quokka")}`;
    const [target] = await fileReports(1, { title: "Something else" });
    const duplicates = await fileReports(2, { title: words });
    for (const { id } of duplicates) await closeAsDuplicate(id, target!.id);
    const { body } = await call("GET", `/api/reports/similar?title=${encodeURIComponent(words)}`, { as: member });
    expect(body.issues.map(({ id }: { id: string }) => id)).toEqual([target!.id]);
    const found = await call("GET", `/api/issues?search=${encodeURIComponent(words)}`, { as: member });
    expect(found.body.page.total).toBe(2);
  });

  it("gives its followers the news of the target from then on", async () => {
    const [target, duplicate] = await fileReports(2);
    const [follower, statusFollower] = [await storeMember(), await storeMember()];
    await vote(duplicate!.id, follower);
    await call("PUT", `/api/issues/${duplicate!.id}/follow`, { as: statusFollower, body: { mode: "status" } });
    const amend = (text: string) =>
      call("POST", "/api/issues/amendment", { as: admin, body: { issueId: target!.id, text } });
    const readNews = async (as: Person) => (await call("GET", "/api/me/news", { as })).body.items;
    await amend("Before.");
    await closeAsDuplicate(duplicate!.id, target!.id);
    await amend("After.");
    const closing = {
      kind: "closed",
      issueId: duplicate!.id,
      reason: "duplicate",
      of: { id: target!.id, number: target!.number, title: target!.title },
      isUnread: true,
    };
    expect(await readNews(follower)).toMatchObject([{ kind: "amended", issueId: target!.id }, closing]);
    expect(await readNews(statusFollower)).toMatchObject([closing]);
    await call("PUT", `/api/issues/${target!.id}`, { as: admin, body: { status: "IN_PROGRESS" } });
    expect(await readNews(statusFollower)).toMatchObject([{ kind: "status", issueId: target!.id }, closing]);
    await reopen(duplicate!.id);
    expect(await readNews(follower)).toMatchObject([{ kind: "reopened", reason: "duplicate" }, closing]);
  });
});

describe("a report that an admin closes with a reason", () => {
  it("says so beside its status, in its timeline and in the news, until the next status step", async () => {
    const { id } = await fileReport(member);
    const closed = await close(id, { reason: "not-planned" });
    expect(closed.body.issue).toMatchObject({ status: "OPEN", closedAs: "not-planned", handledByAdmin: true });
    expect((await readPage(id)).issue).toMatchObject({ status: "OPEN", closedAs: "not-planned" });
    const { body } = await call("GET", "/api/issues?page=1&show=unanswered&pageSize=100", { as: member });
    expect(body.bugs.map((report: WireIssue) => report.id)).not.toContain(id);
    const step = await call("PUT", `/api/issues/${id}`, { as: admin, body: { status: "CLOSED", from: "OPEN" } });
    expect(step.body.issue).not.toHaveProperty("closedAs");
    const page = await readPage(id);
    expect(page.issue).not.toHaveProperty("closedAs");
    expect(page.events.map(({ kind }: WireEvent) => kind)).toEqual(["created", "closed", "status"]);
    expect(page.events[1]).toMatchObject({ reason: "not-planned", by: admin.username });
    const news = (await call("GET", "/api/me/news", { as: member })).body.items;
    expect(
      news.find((item: { kind: string; issueId: string }) => item.kind === "closed" && item.issueId === id),
    ).toMatchObject({ reason: "not-planned", by: admin.username });
  });

  it("is closed in one way only, and the same closing again adds no event", async () => {
    const [report, target] = await fileReports(2);
    const { id } = report!;
    const closings = [
      { reason: "as-intended" },
      { reason: "as-intended" },
      { reason: "duplicate", of: target!.id },
      { reason: "duplicate", of: target!.id },
      { reason: "not-reproducible" },
      { reason: null },
      { reason: null },
    ];
    const shown: unknown[] = [];
    for (const closing of closings) {
      expect((await close(id, closing)).status).toBe(200);
      const { issue } = await readPage(id);
      shown.push(issue.closedAs ?? issue.duplicateOf?.id ?? null);
    }
    expect(shown).toEqual(["as-intended", "as-intended", target!.id, target!.id, "not-reproducible", null, null]);
    const { events } = await readPage(id);
    expect(events.map((event) => ("reason" in event ? `${event.kind} ${event.reason}` : event.kind))).toEqual([
      "created",
      "closed as-intended",
      "closed duplicate",
      "closed not-reproducible",
      "reopened not-reproducible",
    ]);
  });

  it.each([
    {},
    { reason: "closed" },
    { reason: "duplicate" },
    { reason: "not-planned", of: "another-report" },
    { reason: null, of: "another-report" },
    { reason: "not-planned", closedAs: "x" },
  ])("cannot be closed with the body %j", async (body) => {
    const { id } = await fileReport(member);
    expectFailure(await close(id, body), 400, "bad-request");
    expect((await db.doc(`issues/${id}`).get()).get("closedAs")).toBeUndefined();
  });
});

it("threat 38: a member cannot close a report, reopen it, or make it a duplicate, not even their own", async () => {
  const [own, target] = [await fileReport(member), await fileReport(otherMember)];
  await close(target.id, { reason: "not-planned" });
  const attempts = [
    await close(own.id, { reason: "duplicate", of: target.id }, member),
    await close(own.id, { reason: "not-planned" }, member),
    await close(target.id, { reason: null }, member),
  ];
  for (const attempt of attempts) expectFailure(attempt, 403, "forbidden");
  expect((await readPage(own.id)).issue).toEqual(expect.not.objectContaining({ closedAs: expect.anything() }));
  expect([await readTarget(own.id), (await readPage(target.id)).issue.closedAs]).toEqual([null, "not-planned"]);
});
