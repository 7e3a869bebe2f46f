import { LIMITS } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { db, eventually, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let admin: Person;
let member: Person;
let other: Person;
beforeAll(async () => {
  [admin, member, other] = [await newAdmin(), await newMember(), await newMember()];
});

const vote = (id: string, voted: boolean, as: Person = member) =>
  call("PUT", `/api/issues/${id}/vote`, { as, body: { voted } });
const votesOf = async (id: string): Promise<number> =>
  (await call("GET", `/api/issues/${id}`, { as: admin })).body.issue.votes;
const ownVotes = async (as: Person = member): Promise<string[]> =>
  (await call("GET", "/api/me/votes", { as })).body.voted;
const rereadAt = async () => (await db.doc("boards/main").get()).get("rereadAt")?.toMillis() ?? 0;

describe("votes", () => {
  it("count once for each member, in every list, and can be taken back", async () => {
    const { id, votes, updatedAt } = await fileReport(member);
    expect(votes).toBe(0);
    for (const person of [member, other, admin])
      expect(await vote(id, true, person)).toMatchObject({ status: 200, body: { success: true, voted: true } });
    expect(await votesOf(id)).toBe(3);
    const { body } = await call("GET", "/api/issues?page=1&pageSize=100", { as: other });
    expect(body.bugs.find((report: { id: string }) => report.id === id)).toMatchObject({ votes: 3, updatedAt });
    expect((await vote(id, false)).body.voted).toBe(false);
    expect(await votesOf(id)).toBe(2);
    expect((await ownVotes()).includes(id)).toBe(false);
    expect((await ownVotes(other)).includes(id)).toBe(true);
  });

  it("make the member follow the report, unless the member has chosen otherwise, until the vote is taken back", async () => {
    const [voter, unfollower] = [await newMember(), await newMember()];
    const { id, number } = await fileReport(other);
    const followMode = async (as: Person) => (await call("GET", "/api/me/news", { as })).body.following[id];
    const followers = async () => (await call("GET", `/api/reports/${number}`, { as: member })).body.followers;
    const followersBefore = await eventually("the author follows", async () => ((await followers()) === 1 ? 1 : null));
    await call("PUT", `/api/issues/${id}/follow`, { as: unfollower, body: { mode: "none" } });
    for (const person of [voter, unfollower]) await vote(id, true, person);
    expect([await followMode(voter), await followMode(unfollower)]).toEqual(["all", "none"]);
    expect(await followers()).toBe(followersBefore + 1);
    for (const person of [voter, unfollower]) await vote(id, false, person);
    expect([await followMode(voter), await followMode(unfollower)]).toEqual([undefined, "none"]);
    expect(await followers()).toBe(followersBefore);

    await call("PUT", `/api/issues/${id}/follow`, { as: voter, body: { mode: "all" } });
    await vote(id, true, voter);
    await call("PUT", `/api/issues/${id}/follow`, { as: unfollower, body: { mode: "status" } });
    await vote(id, false, voter);
    expect(await followMode(voter)).toBe("all");
    expect(await followers()).toBe(followersBefore + 2);
  });

  it("of an author can be taken back, and the author still follows the report", async () => {
    const [reporter, amender] = [await newMember(), await newMember()];
    const { id } = await fileReport(reporter);
    await call("POST", "/api/issues/amendment", { as: amender, body: { issueId: id, text: "Here too." } });
    for (const person of [reporter, amender]) {
      const follows = db.doc(`follows/${person.uid}`);
      const mode = async () => (await follows.get()).get(`reports.${id}.mode`) ?? null;
      await eventually("the trigger has entered the author", mode);
      // Simulate a late trigger: delete what it has stored, so that the vote makes the author follow the report.
      await follows.delete();
      await vote(id, true, person);
      await vote(id, false, person);
      expect(await mode()).toBe("all");
    }
  });

  it("sent a hundred times count once", { timeout: 60_000 }, async () => {
    const { id } = await fileReport(other);
    for (let round = 0; round < 10; round += 1) {
      const responses = await Promise.all(Array.from({ length: 10 }, () => vote(id, true)));
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    }
    expect(await votesOf(id)).toBe(1);
    await vote(id, false);
    expect((await vote(id, false)).status).toBe(200);
    expect(await votesOf(id)).toBe(0);
  });

  it("sort the list by 'most wanted'", async () => {
    const word = uniqueId("wanted").replaceAll("-", "");
    const [none, two, one] = [
      await fileReport(member, { title: `${word} none` }),
      await fileReport(member, { title: `${word} two` }),
      await fileReport(member, { title: `${word} one` }),
    ];
    for (const person of [member, other]) await vote(two.id, true, person);
    await vote(one.id, true);
    const { body } = await call("GET", `/api/issues?search=${word}&sort=wanted`, { as: admin });
    expect(body.order).toEqual([two.id, one.id, none.id]);
  });

  it("beyond the limit of a member are refused with the reason", async () => {
    const { id } = await fileReport(member);
    const voter = await newMember();
    const ids = Array.from({ length: LIMITS.votesPerMember }, (_, index) => `report-${index}`);
    const votes = Object.fromEntries(ids.map((each) => [each, new Date()]));
    await db.doc(`ballots/${voter.uid}`).set({ votes, lastVote: "report-0" });
    expectFailure(await vote(id, true, voter), 409, "full");
    expect(await votesOf(id)).toBe(0);
  });

  it("for a report that does not exist or was deleted are refused", async () => {
    const { id } = await fileReport(member);
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    for (const missing of [id, "no-such-report"]) expectFailure(await vote(missing, true), 404, "not-found");
    expect(await ownVotes()).not.toContain(id);
  });

  it("of a report are back when the report is restored", async () => {
    const { id } = await fileReport(member);
    await vote(id, true);
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    const restored = await call("POST", `/api/trash/${id}/restore`, { as: admin, body: {} });
    expect(restored.body.issue.votes).toBe(1);
    expect((await vote(id, true)).status).toBe(200);
    expect(await votesOf(id)).toBe(1);
  });

  it("make no instance read all reports again, and are no events in the history", async () => {
    const { id } = await fileReport(member);
    await eventually("the history of the report", async () => {
      const { docs } = await db.collection("history").where("issueId", "==", id).get();
      return docs.length > 0 ? true : null;
    });
    // Set an old `updatedAt`: with a recent one the trigger would accept the vote without looking at `votedAt`.
    const filedAt = await rereadAt();
    await db.doc(`issues/${id}`).update({ updatedAt: new Date("2020-01-01") });
    const before = await eventually("the repair of the write by hand", async () => {
      const now = await rereadAt();
      return now > filedAt ? now : null;
    });
    await vote(id, true);
    await call("POST", "/api/issues/amendment", { as: member, body: { issueId: id, text: "Please." } });
    const kinds = await eventually("the history of the amendment", async () => {
      const { docs } = await db.collection("history").where("issueId", "==", id).get();
      return docs.length > 1 ? docs.map((entry) => entry.get("kind")).sort() : null;
    });
    expect(kinds).toEqual(["amended", "created"]);
    expect(await rereadAt()).toBe(before);
  });

  it.each([{}, { voted: "yes" }, { voted: true, count: 5 }])("with the body %j are refused", async (body) => {
    const { id } = await fileReport(member);
    expectFailure(await call("PUT", `/api/issues/${id}/vote`, { as: member, body }), 400, "bad-request");
    expect(await votesOf(id)).toBe(0);
  });
});
