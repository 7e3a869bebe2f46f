import { beforeAll, describe, expect, it } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { boardMovesSince, boardRevision } from "../support/board-moves.ts";
import { patient } from "../support/patience.ts";
import { db } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let admin: Person;
let reporter: Person;
let members: Person[];
beforeAll(async () => {
  [admin, reporter] = [await newAdmin(), await newMember()];
  members = await Promise.all(Array.from({ length: 7 }, () => newMember()));
});

const SAFARI = { browser: "Safari", system: "iOS" };
const CHROME = { browser: "Chrome", system: "Windows" };

const see = (as: Person, id: string, sighting: object = SAFARI) =>
  call("PUT", `/api/issues/${id}/sighting`, { as, body: { seen: true, ...sighting } });
const takeBack = (as: Person, id: string) => call("PUT", `/api/issues/${id}/sighting`, { as, body: { seen: false } });
const readTally = async (id: string) => (await call("GET", `/api/issues/${id}`, { as: admin })).body.issue.sightings;
const readOwnIds = async (as: Person): Promise<string[]> => (await call("GET", "/api/me/votes", { as })).body.seen;
const readFollowMode = async (as: Person, id: string) => (await call("GET", "/api/me/news", { as })).body.following[id];

/** Everything that the API tells anybody of a report, as text. */
async function readEverything(id: string, as: Person): Promise<string> {
  const paths = [
    `/api/issues/${id}`,
    `/api/reports/${id}`,
    "/api/issues",
    "/api/issues?pageSize=100&sort=newest",
    `/api/issues/changes?ids=${id}&since=2026-01-01T00:00:00.000Z`,
    "/api/me/news",
    "/api/me/data",
    `/api/me/data/reports?ids=${id}`,
    ...(as === admin ? [`/api/export/reports?ids=${id}&since=2026-01-01T00:00:00.000Z`] : []),
  ];
  const responses = await Promise.all(paths.map((path) => call("GET", path, { as })));
  expect(responses.map(({ status }) => status)).toEqual(paths.map(() => 200));
  return JSON.stringify(responses.map(({ body }) => body));
}

describe("'I see it too'", () => {
  it("counts each member once, with browser and system from three members on, and can be taken back", async () => {
    const { id, updatedAt } = await fileReport(reporter);
    expect(await readTally(id)).toBeUndefined();
    for (const [index, person] of members.entries())
      expect(await see(person, id, index === 3 ? CHROME : SAFARI)).toMatchObject({ status: 200, body: { seen: true } });
    const tally = { members: 7, browsers: { Safari: 6, Chrome: 1 }, systems: { iOS: 6, Windows: 1 } };
    expect(await readTally(id)).toEqual(tally);
    const { body } = await call("GET", "/api/issues?page=1&pageSize=100&sort=newest", { as: reporter });
    const listed = body.bugs.find((report: { id: string }) => report.id === id);
    expect(listed).toMatchObject({ sightings: tally, updatedAt });
    expect(await readOwnIds(members[3]!)).toEqual([id]);
    expect(await readOwnIds(reporter)).not.toContain(id);

    expect((await takeBack(members[3]!, id)).body).toEqual({ success: true, seen: false });
    expect(await readTally(id)).toEqual({ members: 6, browsers: { Safari: 6 }, systems: { iOS: 6 } });
    expect(await readOwnIds(members[3]!)).toEqual([]);
    for (const person of members) expect((await takeBack(person, id)).status).toBe(200);
    expect(await readTally(id)).toBeUndefined();
  });

  it("threat 47: of fewer than three members is only a number, in every response, and names nobody", async () => {
    const { id } = await fileReport(reporter);
    const odd = { browser: "Samsung Internet", system: "ChromeOS" };
    const [first, second, third] = members as [Person, Person, Person];
    await see(first, id, odd);
    await see(second, id, odd);
    for (const as of [admin, reporter, third]) {
      const everything = await readEverything(id, as);
      expect(everything).toContain('"sightings":{"members":2}');
      for (const secret of [odd.browser, odd.system, first.uid, second.uid]) expect(everything).not.toContain(secret);
    }
    await see(third, id, odd);
    const everything = await readEverything(id, admin);
    expect(everything).toContain('"browsers":{"Samsung Internet":3}');
    for (const { uid } of [first, second, third]) expect(everything).not.toContain(uid);
    await takeBack(third, id);
    expect(await readTally(id)).toEqual({ members: 2 });
    // Only the member gets their own.
    const { sightings } = (await call("GET", "/api/me/data", { as: first })).body;
    expect(sightings).toContainEqual({ issueId: id, on: "Samsung Internet on ChromeOS", at: expect.any(String) });
  });

  it("threat 47: sent a thousand times counts once", { timeout: patient(180_000) }, async () => {
    const [{ id }, member] = [await fileReport(reporter), await newMember()];
    const revisionBefore = await boardRevision();
    for (let round = 0; round < 50; round += 1) {
      const responses = await Promise.all(Array.from({ length: 20 }, () => see(member, id)));
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    }
    expect(await readTally(id)).toEqual({ members: 1 });
    expect(Object.keys((await db.doc(`issues/${id}`).get()).get("sightings"))).toEqual([member.uid]);
    expect((await boardMovesSince(revisionBefore)).filter((movedId) => movedId === id)).toHaveLength(1);
  });

  it("from many members at the same moment counts all of them", async () => {
    const { id } = await fileReport(reporter);
    const responses = await Promise.all(members.map((person) => see(person, id)));
    expect(responses.map(({ status }) => status)).toEqual(members.map(() => 200));
    expect(await readTally(id)).toMatchObject({ members: members.length });
  });

  it("from another browser replaces what the same member sent before", async () => {
    const { id } = await fileReport(reporter);
    for (const person of members.slice(0, 3)) await see(person, id);
    await see(members[0]!, id, CHROME);
    expect(await readTally(id)).toMatchObject({ members: 3, browsers: { Safari: 2, Chrome: 1 } });
  });

  it("is refused for a feature request and for a report that does not exist", async () => {
    const feature = await fileReport(reporter, { type: "feature" });
    expectFailure(await see(members[0]!, feature.id), 409, "conflict");
    expect(await readTally(feature.id)).toBeUndefined();
    const { id } = await fileReport(reporter);
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    for (const missingId of [id, "no-such-report"]) expectFailure(await see(members[0]!, missingId), 404, "not-found");
  });

  it.each([
    {},
    { seen: true },
    { seen: true, browser: "Safari" },
    { seen: false, ...SAFARI },
    { seen: true, browser: "Netscape", system: "iOS" },
    { seen: true, browser: "Safari", system: "iOS 18.5" },
    { seen: true, ...SAFARI, userAgent: "Mozilla/5.0" },
  ])("with the body %j is refused", async (body) => {
    const { id } = await fileReport(reporter);
    expectFailure(await call("PUT", `/api/issues/${id}/sighting`, { as: members[0]!, body }), 400, "bad-request");
    expect(await readTally(id)).toBeUndefined();
  });

  it("makes the member follow the report, until they take it back and do not vote for it", async () => {
    const [{ id }, member] = [await fileReport(reporter), await newMember()];
    await see(member, id);
    expect(await readFollowMode(member, id)).toBe("all");
    await call("PUT", `/api/issues/${id}/vote`, { as: member, body: { voted: true } });
    await takeBack(member, id);
    expect(await readFollowMode(member, id)).toBe("all");
    const { id: otherId } = await fileReport(reporter);
    await see(member, otherId);
    await takeBack(member, otherId);
    expect(await readFollowMode(member, otherId)).toBeUndefined();
    // A vote that is taken back leaves the follow of somebody who still sees the bug.
    const { id: thirdId } = await fileReport(reporter);
    await call("PUT", `/api/issues/${thirdId}/vote`, { as: member, body: { voted: true } });
    await see(member, thirdId);
    await call("PUT", `/api/issues/${thirdId}/vote`, { as: member, body: { voted: false } });
    expect(await readFollowMode(member, thirdId)).toBe("all");
  });

  it("of a duplicate counts for its target, each member once, until it is no duplicate any more", async () => {
    const [target, duplicate] = [await fileReport(reporter), await fileReport(reporter)];
    const [first, second, third] = members as [Person, Person, Person];
    await see(first, target.id);
    for (const person of [first, second, third]) await see(person, duplicate.id, CHROME);
    const close = (body: object) => call("PUT", `/api/issues/${duplicate.id}/closing`, { as: admin, body });
    expect((await close({ reason: "duplicate", of: target.id })).status).toBe(200);
    expect(await readTally(target.id)).toMatchObject({ members: 3, browsers: { Chrome: 2, Safari: 1 } });
    const { body } = await call("GET", "/api/issues?page=1&pageSize=100&sort=newest", { as: reporter });
    const listed = body.bugs.find((report: { id: string }) => report.id === target.id);
    expect(listed.sightings).toMatchObject({ members: 3, browsers: { Chrome: 2, Safari: 1 } });
    await close({ reason: null });
    expect(await readTally(target.id)).toEqual({ members: 1 });
    expect(await readTally(duplicate.id)).toMatchObject({ members: 3 });
  });

  it("is back when a deleted report is restored, and stays while a report is amended, edited and moved", async () => {
    const { id } = await fileReport(reporter);
    await see(members[0]!, id);
    await call("POST", "/api/issues/amendment", { as: reporter, body: { issueId: id, text: "Since Monday." } });
    await call("PUT", `/api/issues/${id}`, { as: admin, body: { status: "IN_PROGRESS" } });
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    const { body } = await call("POST", `/api/trash/${id}/restore`, { as: admin, body: {} });
    expect(body.issue.sightings).toEqual({ members: 1 });
    expect(await readOwnIds(members[0]!)).toContain(id);
  });
});
