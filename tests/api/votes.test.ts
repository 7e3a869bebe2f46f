import { beforeAll, describe, expect, it } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { boardMovesSince, boardRevision } from "../support/board-moves.ts";
import { patient } from "../support/patience.ts";
import { db, eventually, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let admin: Person;
let member: Person;
let otherMember: Person;
beforeAll(async () => {
  [admin, member, otherMember] = [await newAdmin(), await newMember(), await newMember()];
});

const vote = (id: string, as: Person = member) => call("PUT", `/api/issues/${id}/vote`, { as, body: { voted: true } });
const takeVoteBack = (id: string, as: Person = member) =>
  call("PUT", `/api/issues/${id}/vote`, { as, body: { voted: false } });
const readVoteCount = async (id: string): Promise<number> =>
  (await call("GET", `/api/issues/${id}`, { as: admin })).body.issue.votes;
const readOwnVotes = async (as: Person = member): Promise<string[]> =>
  (await call("GET", "/api/me/votes", { as })).body.voted;
/** The last time at which all instances were told to read all reports again. */
const readRereadAt = async () => (await db.doc("boards/main").get()).get("rereadAt")?.toMillis() ?? 0;

describe("votes", () => {
  it("count once for each member, in every list, and can be taken back", async () => {
    const { id, votes, updatedAt } = await fileReport(member);
    expect(votes).toBe(0);
    for (const person of [member, otherMember, admin])
      expect(await vote(id, person)).toMatchObject({ status: 200, body: { success: true, voted: true } });
    expect(await readVoteCount(id)).toBe(3);
    const { body } = await call("GET", "/api/issues?page=1&pageSize=100", { as: otherMember });
    expect(body.bugs.find((report: { id: string }) => report.id === id)).toMatchObject({ votes: 3, updatedAt });
    expect((await takeVoteBack(id)).body.voted).toBe(false);
    expect(await readVoteCount(id)).toBe(2);
    expect((await readOwnVotes()).includes(id)).toBe(false);
    expect((await readOwnVotes(otherMember)).includes(id)).toBe(true);
  });

  it("make the member follow the report, unless the member has chosen otherwise, until the vote is taken back", async () => {
    const [voter, unfollower] = [await newMember(), await newMember()];
    const { id, number } = await fileReport(otherMember);
    const readFollowMode = async (as: Person) => (await call("GET", "/api/me/news", { as })).body.following[id];
    const readFollowerCount = async () => (await call("GET", `/api/reports/${number}`, { as: member })).body.followers;
    // The reporter follows the report.
    const followersBefore = 1;
    expect(await readFollowerCount()).toBe(followersBefore);
    await call("PUT", `/api/issues/${id}/follow`, { as: unfollower, body: { mode: "none" } });
    for (const person of [voter, unfollower]) await vote(id, person);
    expect([await readFollowMode(voter), await readFollowMode(unfollower)]).toEqual(["all", "none"]);
    expect(await readFollowerCount()).toBe(followersBefore + 1);
    for (const person of [voter, unfollower]) await takeVoteBack(id, person);
    expect([await readFollowMode(voter), await readFollowMode(unfollower)]).toEqual([undefined, "none"]);
    expect(await readFollowerCount()).toBe(followersBefore);

    // A follow that the member has chosen stays when the vote is taken back.
    await call("PUT", `/api/issues/${id}/follow`, { as: voter, body: { mode: "all" } });
    await vote(id, voter);
    await call("PUT", `/api/issues/${id}/follow`, { as: unfollower, body: { mode: "status" } });
    await takeVoteBack(id, voter);
    expect(await readFollowMode(voter)).toBe("all");
    expect(await readFollowerCount()).toBe(followersBefore + 2);
  });

  it("of the author of a report or amendment can be taken back, and the author still follows the report", async () => {
    const [reporter, amender] = [await newMember(), await newMember()];
    const { id } = await fileReport(reporter);
    await call("POST", "/api/issues/amendment", { as: amender, body: { issueId: id, text: "Here too." } });
    for (const person of [reporter, amender]) {
      const follows = db.doc(`follows/${person.uid}`);
      const readMode = async () => (await follows.get()).get(`reports.${id}.mode`) ?? null;
      expect(await readMode()).toBe("all");
      // Delete the author's follow, so that the vote makes the author follow the report.
      await follows.delete();
      await vote(id, person);
      await takeVoteBack(id, person);
      expect(await readMode()).toBe("all");
    }
  });

  it("sent a hundred times count once", { timeout: patient(60_000) }, async () => {
    const { id } = await fileReport(otherMember);
    for (let round = 0; round < 10; round += 1) {
      const responses = await Promise.all(Array.from({ length: 10 }, () => vote(id)));
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    }
    expect(await readVoteCount(id)).toBe(1);
    await takeVoteBack(id);
    expect((await takeVoteBack(id)).status).toBe(200);
    expect(await readVoteCount(id)).toBe(0);
  });

  it("sort the list by 'most wanted'", async () => {
    const searchWord = uniqueId("wanted");
    const [withoutVotes, withTwoVotes, withOneVote] = [
      await fileReport(member, { title: `${searchWord} none` }),
      await fileReport(member, { title: `${searchWord} two` }),
      await fileReport(member, { title: `${searchWord} one` }),
    ];
    for (const person of [member, otherMember]) await vote(withTwoVotes.id, person);
    await vote(withOneVote.id);
    const { body } = await call("GET", `/api/issues?search=${searchWord}&sort=wanted`, { as: admin });
    expect(body.order).toEqual([withTwoVotes.id, withOneVote.id, withoutVotes.id]);
  });

  it("for a report that does not exist or was deleted are refused", async () => {
    const { id } = await fileReport(member);
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    for (const missingId of [id, "no-such-report"]) expectFailure(await vote(missingId), 404, "not-found");
    expect(await readOwnVotes()).not.toContain(id);
  });

  it("of a report are back when the report is restored", async () => {
    const { id } = await fileReport(member);
    await vote(id);
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    const { body } = await call("POST", `/api/trash/${id}/restore`, { as: admin, body: {} });
    expect(body.issue.votes).toBe(1);
    expect((await vote(id)).status).toBe(200);
    expect(await readVoteCount(id)).toBe(1);
  });

  it("make no instance read all reports again, and are no events in the history", async () => {
    const revisionBefore = await boardRevision();
    const { id } = await fileReport(member);
    const { id: hiddenId } = await fileReport(member);
    await vote(id);
    const rereadAtBefore = await readRereadAt();
    // A write without the API makes all instances read all reports again. Its event comes after that of the vote.
    await db.doc(`issues/${hiddenId}`).update({ title: "Hidden" });
    await eventually(
      "the board's move for the other write",
      async () => (await readRereadAt()) > rereadAtBefore || null,
    );
    const moves = await boardMovesSince(revisionBefore);
    expect(moves.filter((movedId) => movedId === id)).toHaveLength(2);
    const { docs } = await db.collection("history").where("issueId", "==", id).get();
    expect(docs.map((entry) => entry.get("kind"))).toEqual(["created"]);
  });

  it.each([{}, { voted: "yes" }, { voted: true, count: 5 }])("with the body %j are refused", async (body) => {
    const { id } = await fileReport(member);
    expectFailure(await call("PUT", `/api/issues/${id}/vote`, { as: member, body }), 400, "bad-request");
    expect(await readVoteCount(id)).toBe(0);
  });
});
