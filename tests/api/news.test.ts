import { type FollowMode, LIMITS, type WireNews } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { db, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let admin: Person;
let member: Person;
let otherMember: Person;
beforeAll(async () => {
  [admin, member, otherMember] = [await newAdmin(), await newMember(), await newMember()];
});

const readNews = async (as: Person): Promise<WireNews> => (await call("GET", "/api/me/news", { as })).body;
/** The news of the member `as` about one report. */
const readNewsAbout = async (id: string, as: Person) =>
  (await readNews(as)).items.filter(({ issueId }) => issueId === id);
const step = (id: string, from: string, status: string) =>
  call("PUT", `/api/issues/${id}`, { as: admin, body: { from, status } });
const amend = (id: string, as: Person) =>
  call("POST", "/api/issues/amendment", { as, body: { issueId: id, text: "Any news?" } });
const follow = (id: string, mode: FollowMode, as: Person) =>
  call("PUT", `/api/issues/${id}/follow`, { as, body: { mode } });

describe("news", () => {
  it("tell reporters what others have done with the report, newest first, but not what the reporters have done", async () => {
    const { id, title, number } = await fileReport(member, { title: uniqueId("title") });
    await amend(id, member);
    await step(id, "OPEN", "IN_PROGRESS");
    const response = await amend(id, otherMember);
    const items = await readNewsAbout(id, member);
    const commonFields = { issueId: id, title, number, isUnread: true };
    expect(items).toMatchObject([
      { kind: "amended", amendmentId: response.body.amendment.id, by: otherMember.username, ...commonFields },
      { kind: "status", from: "OPEN", to: "IN_PROGRESS", by: admin.username, ...commonFields },
    ]);
    expect((await readNews(member)).unreadReports).toContain(id);
    expect(await readNewsAbout(id, admin)).toEqual([]);
  });

  it("tell members who amend, vote or follow about the kinds of changes that their follow mode includes", async () => {
    const [amender, voter, follower, statusFollower, unfollower] = await Promise.all(
      Array.from({ length: 5 }, () => newMember()),
    );
    const { id } = await fileReport(member);
    await amend(id, amender!);
    await call("PUT", `/api/issues/${id}/vote`, { as: voter!, body: { voted: true } });
    await call("PUT", `/api/issues/${id}/vote`, { as: unfollower!, body: { voted: true } });
    expect((await follow(id, "all", follower!)).body).toEqual({ success: true, mode: "all" });
    await follow(id, "status", statusFollower!);
    await follow(id, "none", unfollower!);
    await step(id, "OPEN", "IN_PROGRESS");
    await amend(id, otherMember);
    const readKinds = async (as: Person) => (await readNewsAbout(id, as)).map(({ kind }) => kind);
    for (const person of [amender!, voter!, follower!]) expect(await readKinds(person)).toEqual(["amended", "status"]);
    expect(await readKinds(statusFollower!)).toEqual(["status"]);
    expect(await readNewsAbout(id, unfollower!)).toEqual([]);
    expect(await readNewsAbout(id, admin)).toEqual([]);
  });

  it("can be marked as read, for one report or for all reports", async () => {
    const reader = await newMember();
    const ids = [(await fileReport(reader)).id, (await fileReport(reader)).id];
    for (const id of ids) await step(id, "OPEN", "IN_PROGRESS");
    const [firstId, secondId] = ids as [string, string];
    const [item] = await readNewsAbout(firstId, reader);
    await call("PUT", "/api/me/news", { as: reader, body: { until: item!.at, issueId: firstId } });
    expect(await readNews(reader)).toMatchObject({ unread: 1, unreadReports: [secondId] });
    await amend(firstId, otherMember);
    expect((await readNews(reader)).unread).toBe(2);
    const { items } = await readNews(reader);
    await call("PUT", "/api/me/news", { as: reader, body: { until: items[0]!.at } });
    expect(await readNews(reader)).toMatchObject({ unread: 0, unreadReports: [], unreadSince: null });
    expect((await readNewsAbout(firstId, reader)).map(({ isUnread }) => isUnread)).toEqual([false, false]);
  });

  it("keep the follow mode that a member has chosen, even after the member amends the report", async () => {
    const { id } = await fileReport(otherMember);
    await follow(id, "status", member);
    await amend(id, member);
    expect((await readNews(member)).following[id]).toBe("status");
  });

  it("of a deleted report are only its deletion; a restore brings all of them back", async () => {
    const { id, number } = await fileReport(member, { title: "Soon gone" });
    await step(id, "OPEN", "IN_PROGRESS");
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    expect(await readNewsAbout(id, member)).toMatchObject([
      { kind: "deleted", isGone: true, by: admin.username, number, title: "Soon gone", isUnread: true },
    ]);
    await call("POST", `/api/trash/${id}/restore`, { as: admin, body: {} });
    const items = await readNewsAbout(id, member);
    expect(items.map(({ kind }) => kind)).toEqual(["restored", "deleted", "status"]);
    expect(items[1]).toMatchObject({ isGone: false });
  });

  it("tell the reporter of an admin's correction, and followers of an edited amendment", async () => {
    const { id } = await fileReport(member);
    await call("PUT", `/api/issues/${id}/correction`, {
      as: admin,
      body: { title: "A better title", priority: "LOW" },
    });
    expect(await readNewsAbout(id, member)).toMatchObject([
      { kind: "edited", amendmentId: null, by: admin.username, title: "A better title" },
    ]);
    const { amendment } = (await amend(id, otherMember)).body;
    await call("PUT", `/api/issues/${id}/amendments/${amendment.id}`, {
      as: otherMember,
      body: { text: "Any news yet?" },
    });
    expect((await readNewsAbout(id, member))[0]).toMatchObject({
      kind: "edited",
      amendmentId: amendment.id,
      by: otherMember.username,
    });
  });

  it("begin with what an amendment says now, unless it is hidden or the report is deleted", async () => {
    const { id } = await fileReport(member);
    const readItems = async () => (await readNewsAbout(id, member)).map(({ kind, excerpt }) => [kind, excerpt]);
    const first = (await amend(id, otherMember)).body.amendment;
    const { amendment } = (await amend(id, otherMember)).body;
    const path = `/api/issues/${id}/amendments/${amendment.id}`;
    await call("PUT", path, { as: otherMember, body: { text: "My\n\nsecret" } });
    expect(await readItems()).toEqual([
      ["edited", "My secret"],
      ["amended", "My secret"],
    ]);
    expect((await readNewsAbout(id, member))[1]).toMatchObject({ count: 2, amendmentId: amendment.id });
    await call("PUT", `${path}/hidden`, { as: admin, body: { hidden: true } });
    expect(await readItems()).toEqual([
      ["edited", undefined],
      ["amended", "Any news?"],
    ]);
    await call("PUT", `/api/issues/${id}/amendments/${first.id}/hidden`, { as: admin, body: { hidden: true } });
    expect(await readItems()).toEqual([
      ["edited", undefined],
      ["amended", undefined],
    ]);
    await call("PUT", `${path}/hidden`, { as: admin, body: { hidden: false } });
    expect((await readItems())[0]).toEqual(["edited", "My secret"]);
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    expect(await readItems()).toEqual([["deleted", undefined]]);
    expect(JSON.stringify(await readNews(member))).not.toContain("secret");
  });

  it("count reports with unread changes, and name those that the reader has filed", async () => {
    const reader = await newMember();
    const [own, other] = [await fileReport(reader), await fileReport(otherMember)];
    await follow(other.id, "all", reader);
    for (const { id } of [own, other]) {
      await step(id, "OPEN", "IN_PROGRESS");
      await amend(id, admin);
    }
    const { unread, unreadReports, unreadOwn } = await readNews(reader);
    expect({ unread, unreadOwn }).toEqual({ unread: 2, unreadOwn: [own.id] });
    expect(unreadReports.sort()).toEqual([own.id, other.id].sort());
  });

  it("can be marked as read at the limit of stored times: the older half of these times is then removed", async () => {
    const reader = await newMember();
    const follows = { "followed-report": { mode: "all", since: new Date() } };
    const seenTimes = Object.fromEntries(
      Array.from({ length: LIMITS.seenReports }, (_, index) => [`report-${index}`, new Date(1_000 * index)]),
    );
    await db.doc(`follows/${reader.uid}`).set({ reports: follows, seen: seenTimes });
    const until = new Date().toISOString();
    const response = await call("PUT", "/api/me/news", { as: reader, body: { until, issueId: "one-more" } });
    expect(response.status).toBe(200);
    const storedFollows = (await db.doc(`follows/${reader.uid}`).get()).data()!;
    expect(storedFollows.reports["followed-report"].mode).toBe("all");
    expect(Object.keys(storedFollows.seen).length).toBe(LIMITS.seenReports / 2 + 1);
    expect(storedFollows.seen["one-more"].toDate().toISOString()).toBe(until);
    expect(storedFollows.seen[`report-${LIMITS.seenReports - 1}`]).toBeDefined();
    expect(storedFollows.seen["report-0"]).toBeUndefined();
  });

  it("are empty if the member's document in `follows` has unreadable values", async () => {
    const reader = await newMember();
    const { id } = await fileReport(otherMember);
    await db
      .doc(`follows/${reader.uid}`)
      .set({ reports: { [id]: { mode: "sometimes" }, more: 5 }, seen: "yesterday", seenAt: 12 });
    const news = await readNews(reader);
    expect([news.items, news.following]).toEqual([[], {}]);
  });
});

describe("following", () => {
  it("a report that does not exist is refused", async () => {
    expectFailure(await follow("no-such-report", "all", member), 404, "not-found");
    expectFailure(await follow("..", "all", member), 404, "not-found");
  });

  it("more reports than the limit is refused with the reason, until the member stops following another report", async () => {
    const { id } = await fileReport(otherMember);
    const reader = await newMember();
    const follows = Array.from({ length: LIMITS.followsPerMember }, (_, index) => [`report-${index}`, { mode: "all" }]);
    await db.doc(`follows/${reader.uid}`).set({ reports: Object.fromEntries(follows) });
    expectFailure(await follow(id, "all", reader), 409, "full");
    // As the message advises, the reader stops following other reports. A new follow replaces the earliest stopped one.
    const stoppedFollows = {
      "report-7": { mode: "none", since: new Date("2026-01-02") },
      "report-8": { mode: "none", since: new Date("2026-01-01") },
    };
    await db.doc(`follows/${reader.uid}`).set({ reports: stoppedFollows }, { merge: true });
    expect((await follow(id, "all", reader)).status).toBe(200);
    const { reports } = (await db.doc(`follows/${reader.uid}`).get()).data()!;
    expect(reports[id].mode).toBe("all");
    expect(["report-7" in reports, "report-8" in reports]).toEqual([true, false]);
  });

  it("in another mode keeps the report's earlier news; stopping takes them away, and undoing that brings them back", async () => {
    const reader = await newMember();
    const { id } = await fileReport(otherMember);
    await follow(id, "all", reader);
    await step(id, "OPEN", "IN_PROGRESS");
    const readKinds = async () => (await readNewsAbout(id, reader)).map(({ kind }) => kind);
    await follow(id, "status", reader);
    expect(await readKinds()).toEqual(["status"]);
    await follow(id, "none", reader);
    expect(await readKinds()).toEqual([]);
    const undo = await call("PUT", `/api/issues/${id}/follow`, { as: reader, body: { mode: "status", undo: true } });
    expect(undo.body).toEqual({ success: true, mode: "status" });
    expect(await readNews(reader)).toMatchObject({ unreadReports: [id], following: { [id]: "status" } });
    // Without `undo` it begins anew.
    await follow(id, "none", reader);
    await follow(id, "all", reader);
    expect(await readKinds()).toEqual([]);
    // Nothing can be undone for a report that they have never followed.
    const other = await fileReport(otherMember);
    await step(other.id, "OPEN", "IN_PROGRESS");
    await call("PUT", `/api/issues/${other.id}/follow`, { as: reader, body: { mode: "all", undo: true } });
    expect(await readNewsAbout(other.id, reader)).toEqual([]);
  });

  it.each([{}, { mode: "often" }, { mode: "all", more: 1 }, { mode: "all", undo: false }])(
    "with the body %j is refused",
    async (body) => {
      const { id } = await fileReport(otherMember);
      expectFailure(await call("PUT", `/api/issues/${id}/follow`, { as: member, body }), 400, "bad-request");
    },
  );
});

describe("saved views", () => {
  it("belong to one member and keep their order", async () => {
    const views = [
      { name: "Open bugs", query: "type=bug&status=open" },
      { name: "Most wanted", query: "sort=wanted" },
    ];
    expect((await call("GET", "/api/me/views", { as: otherMember })).body).toEqual({ success: true, views: [] });
    expect((await call("PUT", "/api/me/views", { as: otherMember, body: { views } })).body).toEqual({
      success: true,
      views,
    });
    expect((await call("GET", "/api/me/views", { as: otherMember })).body.views).toEqual(views);
    expect((await call("GET", "/api/me/views", { as: member })).body.views).toEqual([]);
  });

  it("are refused if there are more than twenty, if one has no name, or if they are no list", async () => {
    const view = { name: "Bugs", query: "type=bug" };
    for (const views of [Array.from({ length: LIMITS.savedViews + 1 }, () => view), [{ ...view, name: " " }], "all"])
      expectFailure(await call("PUT", "/api/me/views", { as: member, body: { views } }), 400, "bad-request");
  });
});
