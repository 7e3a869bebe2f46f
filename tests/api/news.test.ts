import { type FollowMode, LIMITS, type WireNews } from "@logbook/domain";
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

const newsOf = async (as: Person): Promise<WireNews> => (await call("GET", "/api/me/news", { as })).body;
const newsOn = async (id: string, as: Person) => (await newsOf(as)).items.filter(({ issueId }) => issueId === id);
/** Waits until a member has this many news of a report: a trigger records the changes. */
const eventuallyNews = (id: string, as: Person, count: number) =>
  eventually(`${count} news`, async () => {
    const items = await newsOn(id, as);
    return items.length >= count ? items : null;
  });
const eventuallyFollows = (id: string, as: Person) =>
  eventually("the author follows the report", async () => ((await newsOf(as)).following[id] ? true : null));
const step = (id: string, from: string, status: string) =>
  call("PUT", `/api/issues/${id}`, { as: admin, body: { from, status } });
const amend = (id: string, as: Person) =>
  call("POST", "/api/issues/amendment", { as, body: { issueId: id, text: "Any news?" } });
const follow = (id: string, mode: FollowMode, as: Person) =>
  call("PUT", `/api/issues/${id}/follow`, { as, body: { mode } });

describe("news", () => {
  it("tell reporters what others have done with the report, newest first, and not what they have done themselves", async () => {
    const { id, title, number } = await fileReport(member, { title: uniqueId("title") });
    await eventuallyFollows(id, member);
    await amend(id, member);
    await step(id, "OPEN", "IN_PROGRESS");
    const amended = await amend(id, other);
    const items = await eventuallyNews(id, member, 2);
    const same = { issueId: id, title, number, isUnread: true };
    expect(items).toMatchObject([
      { kind: "amended", amendmentId: amended.body.amendment.id, by: other.username, ...same },
      { kind: "status", from: "OPEN", to: "IN_PROGRESS", by: admin.username, ...same },
    ]);
    expect((await newsOf(member)).unreadReports).toContain(id);
    expect(await newsOn(id, admin)).toEqual([]);
  });

  it("tell members who amend, vote or follow what their way of following includes", async () => {
    const [amender, voter, follower, statusFollower, unfollower] = await Promise.all(
      [1, 2, 3, 4, 5].map(() => newMember()),
    );
    const { id } = await fileReport(member);
    await amend(id, amender!);
    await eventuallyFollows(id, amender!);
    await call("PUT", `/api/issues/${id}/vote`, { as: voter!, body: { voted: true } });
    await call("PUT", `/api/issues/${id}/vote`, { as: unfollower!, body: { voted: true } });
    expect((await follow(id, "all", follower!)).body).toEqual({ success: true, mode: "all" });
    await follow(id, "status", statusFollower!);
    await follow(id, "none", unfollower!);
    await step(id, "OPEN", "IN_PROGRESS");
    await amend(id, other);
    const kinds = async (as: Person, count: number) => (await eventuallyNews(id, as, count)).map(({ kind }) => kind);
    for (const person of [amender!, voter!, follower!]) expect(await kinds(person, 2)).toEqual(["amended", "status"]);
    expect(await kinds(statusFollower!, 1)).toEqual(["status"]);
    expect(await newsOn(id, unfollower!)).toEqual([]);
    expect(await newsOn(id, admin)).toEqual([]);
  });

  it("stay read on every device, for one report or for all", async () => {
    const reader = await newMember();
    const [one, two] = [await fileReport(reader), await fileReport(reader)];
    for (const { id } of [one, two]) await eventuallyFollows(id, reader);
    for (const { id } of [one, two]) await step(id, "OPEN", "IN_PROGRESS");
    for (const { id } of [one, two]) await eventuallyNews(id, reader, 1);
    const [{ at } = { at: "" }] = await newsOn(one.id, reader);
    await call("PUT", "/api/me/news", { as: reader, body: { until: at, issueId: one.id } });
    expect(await newsOf(reader)).toMatchObject({ unread: 1, unreadReports: [two.id] });
    await amend(one.id, other);
    await eventuallyNews(one.id, reader, 2);
    expect((await newsOf(reader)).unread).toBe(2);
    const { items } = await newsOf(reader);
    await call("PUT", "/api/me/news", { as: reader, body: { until: items[0]!.at } });
    expect(await newsOf(reader)).toMatchObject({ unread: 0, unreadReports: [], unreadSince: null });
    expect((await newsOn(one.id, reader)).map(({ isUnread }) => isUnread)).toEqual([false, false]);
  });

  it("keep what a member has chosen when they write again", async () => {
    const { id } = await fileReport(other);
    await follow(id, "status", member);
    await amend(id, member);
    await eventuallyNews(id, other, 1);
    expect((await newsOf(member)).following[id]).toBe("status");
  });

  it("of a deleted report are only its deletion; a restore brings all of them back", async () => {
    const { id, number } = await fileReport(member, { title: "Soon gone" });
    await eventuallyFollows(id, member);
    await step(id, "OPEN", "IN_PROGRESS");
    await eventuallyNews(id, member, 1);
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    expect(await eventuallyNews(id, member, 1)).toMatchObject([
      { kind: "deleted", isGone: true, by: admin.username, number, title: "Soon gone", isUnread: true },
    ]);
    await call("POST", `/api/trash/${id}/restore`, { as: admin, body: {} });
    const items = await eventuallyNews(id, member, 3);
    expect(items.map(({ kind }) => kind)).toEqual(["restored", "deleted", "status"]);
    expect(items[1]).toMatchObject({ isGone: false });
  });

  it("tell the reporter of an admin's correction, and followers of an edited amendment", async () => {
    const { id } = await fileReport(member);
    await eventuallyFollows(id, member);
    await call("PUT", `/api/issues/${id}/correction`, {
      as: admin,
      body: { title: "A better title", priority: "LOW" },
    });
    expect(await eventuallyNews(id, member, 1)).toMatchObject([
      { kind: "edited", amendmentId: null, by: admin.username, title: "A better title" },
    ]);
    const { amendment } = (await amend(id, other)).body;
    await eventuallyNews(id, member, 2);
    await call("PUT", `/api/issues/${id}/amendments/${amendment.id}`, { as: other, body: { text: "Any news yet?" } });
    expect((await eventuallyNews(id, member, 3))[0]).toMatchObject({
      kind: "edited",
      amendmentId: amendment.id,
      by: other.username,
    });
  });

  it("can be marked as seen for any number of reports", async () => {
    const reader = await newMember();
    const kept = { kept: { mode: "all", since: new Date() } };
    const seen = Object.fromEntries(
      Array.from({ length: LIMITS.seenReports }, (_, index) => [`report-${index}`, new Date(1_000 * index)]),
    );
    await db.doc(`follows/${reader.uid}`).set({ reports: kept, seen });
    const until = new Date().toISOString();
    const marked = await call("PUT", "/api/me/news", { as: reader, body: { until, issueId: "one-more" } });
    expect(marked.status).toBe(200);
    const stored = (await db.doc(`follows/${reader.uid}`).get()).data()!;
    expect(stored.reports.kept.mode).toBe("all");
    expect(Object.keys(stored.seen).length).toBe(LIMITS.seenReports / 2 + 1);
    expect(stored.seen["one-more"].toDate().toISOString()).toBe(until);
    expect(stored.seen[`report-${LIMITS.seenReports - 1}`]).toBeDefined();
    expect(stored.seen["report-0"]).toBeUndefined();
  });

  it("are empty if the member's own document has unreadable values", async () => {
    const reader = await newMember();
    const { id } = await fileReport(other);
    await db
      .doc(`follows/${reader.uid}`)
      .set({ reports: { [id]: { mode: "sometimes" }, more: 5 }, seen: "yesterday", seenAt: 12 });
    const news = await newsOf(reader);
    expect([news.items, news.following]).toEqual([[], {}]);
  });
});

describe("following", () => {
  it("a report that does not exist is refused", async () => {
    expectFailure(await follow("no-such-report", "all", member), 404, "not-found");
    expectFailure(await follow("..", "all", member), 404, "not-found");
  });

  it("more reports than the limit is refused with the reason, until another one is not followed any more", async () => {
    const { id } = await fileReport(other);
    const reader = await newMember();
    const ids = Array.from({ length: LIMITS.followsPerMember }, (_, index) => [`report-${index}`, { mode: "all" }]);
    await db.doc(`follows/${reader.uid}`).set({ reports: Object.fromEntries(ids) });
    expectFailure(await follow(id, "all", reader), 409, "full");
    // As the message advises, the reader stops following another report.
    const since = (day: number) => new Date(Date.UTC(2026, 0, day));
    const stopped = { "report-7": { mode: "none", since: since(2) }, "report-8": { mode: "none", since: since(1) } };
    await db.doc(`follows/${reader.uid}`).set({ reports: stopped }, { merge: true });
    expect((await follow(id, "all", reader)).status).toBe(200);
    const { reports } = (await db.doc(`follows/${reader.uid}`).get()).data()!;
    expect(reports[id].mode).toBe("all");
    expect(["report-7" in reports, "report-8" in reports]).toEqual([true, false]);
  });

  it.each([{}, { mode: "often" }, { mode: "all", more: 1 }])("with the body %j is refused", async (body) => {
    const { id } = await fileReport(other);
    expectFailure(await call("PUT", `/api/issues/${id}/follow`, { as: member, body }), 400, "bad-request");
  });
});

describe("saved views", () => {
  it("belong to one member, in their order", async () => {
    const views = [
      { name: "Open bugs", query: "type=bug&status=open" },
      { name: "Most wanted", query: "sort=wanted" },
    ];
    expect((await call("GET", "/api/me/views", { as: other })).body).toEqual({ success: true, views: [] });
    expect((await call("PUT", "/api/me/views", { as: other, body: { views } })).body).toEqual({ success: true, views });
    expect((await call("GET", "/api/me/views", { as: other })).body.views).toEqual(views);
    expect((await call("GET", "/api/me/views", { as: member })).body.views).toEqual([]);
  });

  it("are at most twenty, each with a name", async () => {
    const view = { name: "Bugs", query: "type=bug" };
    for (const views of [Array.from({ length: LIMITS.savedViews + 1 }, () => view), [{ ...view, name: " " }], "all"])
      expectFailure(await call("PUT", "/api/me/views", { as: member, body: { views } }), 400, "bad-request");
  });
});
