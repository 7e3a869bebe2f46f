import { LIMITS, type WireEntry, type WireNews } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { db, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let admin: Person;
let otherAdmin: Person;
let member: Person;
beforeAll(async () => {
  [admin, otherAdmin, member] = [await newAdmin(), await newAdmin(), await newMember()];
});

const entryBody = (overrides: object = {}) => ({
  title: uniqueId("title"),
  text: "It works again.",
  reports: [],
  publish: false,
  from: "",
  ...overrides,
});
const save = (id: string, body: object, as: Person = admin): Promise<ApiResponse> =>
  call("PUT", `/api/changelog/${id}`, { as, body });
/** Stores an entry that must be accepted. */
async function saved(id: string, overrides: object = {}, as: Person = admin): Promise<WireEntry> {
  const { status, body } = await save(id, entryBody(overrides), as);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.entry;
}
const publish = (overrides: object = {}, as: Person = admin) =>
  saved(uniqueId("e"), { publish: true, ...overrides }, as);
const readEntries = async (as: Person, page = 1): Promise<{ entries: WireEntry[]; page: { total: number } }> =>
  (await call("GET", `/api/changelog?page=${page}`, { as })).body;
const titlesFor = async (as: Person) => (await readEntries(as)).entries.map(({ title }) => title);
const draftsFor = (as: Person) => call("GET", "/api/changelog/drafts", { as });
const readNews = async (as: Person): Promise<WireNews> => (await call("GET", "/api/me/news", { as })).body;
/** The entries of which the bell tells a member, by their ids, the newest first. */
const toldEntries = async (as: Person) =>
  (await readNews(as)).items.flatMap((item) => (item.kind === "published" ? item.entryId : []));
const remove = (id: string, as: Person = admin) => call("DELETE", `/api/changelog/${id}`, { as, body: {} });
const restore = (id: string, as: Person = admin) => call("POST", `/api/changelog/${id}/restore`, { as, body: {} });

describe("an entry of What's new", () => {
  it("is a draft that only admins see, until an admin publishes it for all members", async () => {
    const id = uniqueId("e");
    const { number, title: reportTitle } = await fileReport(member, { title: uniqueId("report") });
    const draft = await saved(id, { title: "A draft", reports: [number] });
    expect(draft).toEqual({
      id,
      title: "A draft",
      text: "It works again.",
      reports: [{ number, report: expect.objectContaining({ number, title: reportTitle, status: "OPEN" }) }],
      by: admin.username,
      publishedAt: null,
      savedAt: expect.any(String),
    });
    expect((await draftsFor(otherAdmin)).body.entries).toContainEqual(draft);
    expect(await titlesFor(admin)).not.toContain("A draft");
    expect(await toldEntries(member)).toEqual([]);

    const text = "Now with the whole text.";
    const body = entryBody({ title: "No draft", text, reports: [number], publish: true, from: draft.savedAt });
    const { body: response } = await save(id, body, otherAdmin);
    // The author stays the one who wrote it.
    expect(response.entry).toMatchObject({ title: "No draft", text, by: admin.username });
    expect(response.entry.publishedAt).toBe(response.entry.savedAt);
    expect((await readEntries(member)).entries[0]).toEqual(response.entry);
    expect((await draftsFor(admin)).body.entries.map(({ id: draftId }: WireEntry) => draftId)).not.toContain(id);
    // A response was lost: the same again is stored once.
    expect((await save(id, body, otherAdmin)).body).toEqual(response);
  });

  it("threat 49: is written, edited, deleted and restored by no member, and no member reads a draft", async () => {
    const { id, savedAt } = await publish();
    const { id: deletedId } = await publish();
    expect((await remove(deletedId)).status).toBe(200);
    const before = (await db.doc(`changelog/${id}`).get()).updateTime;
    for (const response of [
      await save(uniqueId("e"), entryBody(), member),
      await save(id, entryBody({ from: savedAt }), member),
      await remove(id, member),
      await restore(deletedId, member),
      await draftsFor(member),
    ])
      expectFailure(response, 403, "forbidden");
    expect((await db.doc(`changelog/${id}`).get()).updateTime).toEqual(before);
  });

  it("is listed newest first in pages, each entry once", async () => {
    const published: string[] = [];
    for (let count = 0; count <= LIMITS.entryPageSize; count += 1) published.unshift((await publish()).id);
    const first = await readEntries(member);
    const second = await readEntries(member, 2);
    expect(first.entries.map(({ id }) => id)).toEqual(published.slice(0, LIMITS.entryPageSize));
    expect(second.entries[0]!.id).toBe(published.at(-1));
    expect(first.page).toMatchObject({ size: LIMITS.entryPageSize, total: second.page.total });
  });

  it("links to no report that is deleted or does not exist, and shows one that is deleted later by its number", async () => {
    const [kept, deleted] = [await fileReport(member), await fileReport(member)];
    const { id, savedAt, title } = await publish({ reports: [kept.number, deleted.number] });
    await call("DELETE", `/api/issues/${deleted.id}`, { as: admin, body: {} });
    const { entries } = await readEntries(member);
    expect(entries[0]!.reports).toEqual([
      { number: kept.number, report: expect.objectContaining({ id: kept.id }) },
      { number: deleted.number },
    ]);
    const missing = 999_999;
    for (const [reports, names] of [
      [[missing], `no report #${missing},`],
      [[kept.number, deleted.number, missing], `no reports #${deleted.number}, #${missing},`],
    ] as const) {
      const response = await save(id, entryBody({ title, reports, from: savedAt }));
      expectFailure(response, 400, "bad-request");
      expect(response.body.error).toContain(names);
    }
    await call("POST", `/api/trash/${deleted.id}/restore`, { as: admin, body: {} });
    expect((await readEntries(member)).entries[0]!.reports[1]).toHaveProperty("report.id", deleted.id);
  });

  it("threat 49: keeps the text of the admin who was faster; the other gets a conflict, also at the same moment", async () => {
    const id = uniqueId("e");
    const first = await saved(id, { title: "As it was" });
    const second = await saved(id, { title: "By the other", from: first.savedAt }, otherAdmin);
    expectFailure(await save(id, entryBody({ title: "Too late", from: first.savedAt })), 409, "conflict");
    expectFailure(await save(id, entryBody({ title: "No new one" })), 409, "conflict");
    const bodies = Array.from({ length: 4 }, (_, index) => entryBody({ title: `Race ${index}`, from: second.savedAt }));
    const responses = await Promise.all(bodies.map((body) => save(id, body)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const winner = bodies[responses.findIndex(({ status }) => status === 200)]!;
    expect((await db.doc(`changelog/${id}`).get()).get("title")).toBe(winner.title);
  });

  it("is gone when it is deleted, cannot be changed then, and is back as it was when that is undone", async () => {
    const { number } = await fileReport(member);
    const entry = await publish({ reports: [number] });
    expect(await toldEntries(member)).toContain(entry.id);
    for (let time = 0; time < 2; time += 1) expect((await remove(entry.id)).body).toEqual({ success: true });
    expect(await titlesFor(member)).not.toContain(entry.title);
    expect(await toldEntries(member)).not.toContain(entry.id);
    expect((await readNews(member)).newEntry?.title).not.toBe(entry.title);
    expectFailure(await save(entry.id, entryBody({ from: entry.savedAt })), 404, "not-found");
    for (let time = 0; time < 2; time += 1)
      expect((await restore(entry.id, otherAdmin)).body).toEqual({ success: true, entry });
    expect(await titlesFor(member)).toContain(entry.title);
    const told = (await toldEntries(member)).filter((id) => id === entry.id);
    expect(told).toEqual([entry.id]);

    const draft = await saved(uniqueId("e"));
    await remove(draft.id);
    expect((await draftsFor(admin)).body.entries).not.toContainEqual(draft);
    await restore(draft.id);
    expect((await draftsFor(admin)).body.entries).toContainEqual(draft);
    await remove(draft.id);
    await db.doc(`changelog/${draft.id}`).update({ purgeAt: new Date(Date.now() - 1000) });
    expectFailure(await restore(draft.id), 409, "too-late");
    for (const path of ["no-such-entry", "x", "__x__", "..%2F.."]) expectFailure(await remove(path), 404, "not-found");
  });

  it("is refused without a title or text, with too long ones, too many reports, or more drafts than the limit", async () => {
    for (const overrides of [
      { title: " " },
      { text: "\u200b" },
      { title: "x".repeat(LIMITS.entryTitleLength + 1) },
      { text: "x".repeat(LIMITS.entryTextLength + 1) },
      { text: "a\u0000b" },
      { reports: Array.from({ length: LIMITS.entryReports + 1 }, (_, index) => index + 1) },
      { reports: ["1"] },
      { reports: [0] },
      { reports: [1.5] },
      { publish: "yes" },
      { byName: "Somebody" },
    ])
      expectFailure(await save(uniqueId("e"), entryBody(overrides)), 400, "bad-request");
    const drafts = (await draftsFor(admin)).body.entries.length;
    for (let count = drafts; count < LIMITS.entryDrafts; count += 1) await saved(uniqueId("e"));
    expectFailure(await save(uniqueId("e"), entryBody()), 409, "full");
    // A draft that is deleted or published makes room, and an entry can be published without having been a draft.
    await publish();
    const [first] = (await draftsFor(admin)).body.entries as WireEntry[];
    await remove(first!.id);
    await saved(uniqueId("e"));
    expectFailure(await restore(first!.id), 409, "full");
    for (const { id } of (await draftsFor(admin)).body.entries as WireEntry[]) await remove(id);
  });
});

describe("followers of the linked reports", () => {
  const vote = (as: Person, id: string) => call("PUT", `/api/issues/${id}/vote`, { as, body: { voted: true } });

  it("are told once: reporters, voters and followers, also of the status only, but not those who want no news", async () => {
    const [reporter, voter, follower, silent, stranger] = await Promise.all(
      Array.from({ length: 5 }, () => newMember()),
    );
    const [first, second] = [await fileReport(reporter!), await fileReport(reporter!)];
    await vote(voter!, second.id);
    for (const [as, mode] of [
      [follower!, "status"],
      [silent!, "none"],
    ] as const)
      await call("PUT", `/api/issues/${first.id}/follow`, { as, body: { mode } });
    const { id, title } = await publish({ reports: [first.number, second.number] });
    for (const person of [reporter!, voter!, follower!]) expect(await toldEntries(person)).toEqual([id]);
    for (const person of [silent!, stranger!, admin]) expect(await toldEntries(person)).not.toContain(id);
    const news = await readNews(voter!);
    expect(news.items).toMatchObject([
      { kind: "published", entryId: id, title, number: null, by: admin.username, isUnread: true },
    ]);
    expect(news).toMatchObject({ unread: 1, unreadReports: [], unreadSince: null });
    // The history of each report says it too.
    const { events } = (await call("GET", `/api/reports/${second.number}`, { as: voter! })).body;
    expect(events.at(-1)).toEqual({ kind: "published", by: admin.username, at: expect.any(String) });
  });

  it("are not told again when the entry is edited; those of a report that is linked later are told then", async () => {
    const [both, onlySecond] = [await newMember(), await newMember()];
    const [first, second] = [await fileReport(both), await fileReport(onlySecond)];
    await vote(both, second.id);
    const entry = await publish({ reports: [first.number] });
    expect([await toldEntries(both), await toldEntries(onlySecond)]).toEqual([[entry.id], []]);
    await call("PUT", "/api/me/changelog", { as: both, body: { until: new Date().toISOString() } });
    expect((await readNews(both)).unread).toBe(0);
    const edited = await saved(entry.id, {
      title: "Edited",
      reports: [first.number, second.number],
      from: entry.savedAt,
    });
    expect(edited).toMatchObject({ publishedAt: entry.publishedAt, editedAt: edited.savedAt });
    expect([await toldEntries(both), await toldEntries(onlySecond)]).toEqual([[entry.id], [entry.id]]);
    expect((await readNews(both)).unread).toBe(0);
    expect((await readNews(onlySecond)).items[0]).toMatchObject({ title: "Edited", isUnread: true });
    // A link that is taken out and put in again tells nobody.
    const without = await saved(entry.id, { title: "Edited", reports: [], from: edited.savedAt });
    await saved(entry.id, { title: "Edited", reports: [second.number], from: without.savedAt });
    const { docs } = await db.collection("history").where("issueId", "==", second.id).get();
    expect(docs.filter((doc) => doc.get("kind") === "published")).toHaveLength(1);
  });

  it("of no entry are told by a write for each of them: their documents stay as they were", async () => {
    const report = await fileReport(member);
    const before = (await db.doc(`follows/${member.uid}`).get()).updateTime;
    await publish({ reports: [report.number] });
    expect((await db.doc(`follows/${member.uid}`).get()).updateTime).toEqual(before);
  });
});

describe("the newest entry", () => {
  const see = (as: Person, until: string) => call("PUT", "/api/me/changelog", { as, body: { until } });

  it("is named to every member, with the number of others, until they have seen What's new", async () => {
    const reader = await newMember();
    await see(reader, new Date().toISOString());
    expect(await readNews(reader)).not.toHaveProperty("newEntry");
    await publish();
    const newest = await publish({ title: "The newest" });
    expect((await readNews(reader)).newEntry).toEqual({ title: "The newest", at: expect.any(String), others: 1 });
    await saved(newest.id, { title: "The newest, edited", from: newest.savedAt });
    expect((await readNews(reader)).newEntry).toMatchObject({ title: "The newest, edited", others: 1 });
    const { asOf } = (await call("GET", "/api/changelog", { as: reader })).body;
    expect((await see(reader, asOf)).body).toEqual({ success: true });
    expect(await readNews(reader)).not.toHaveProperty("newEntry");
    // An earlier time, as from another device, takes nothing back.
    await see(reader, "2026-01-01T00:00:00.000Z");
    expect(await readNews(reader)).not.toHaveProperty("newEntry");
    expectFailure(await see(reader, "yesterday"), 400, "bad-request");
  });

  it("is none that is older than 30 days, and none of what cannot be read", async () => {
    const reader = await newMember();
    const old = new Date(Date.now() - (LIMITS.newsDays + 1) * 86_400_000);
    const changelog = db.doc("settings/changelog");
    const before = (await changelog.get()).data()!;
    await changelog.set({
      ...before,
      recent: { old: { title: "Old", at: old }, odd: { title: 7, at: "now" }, more: 1 },
    });
    expect(await readNews(reader)).not.toHaveProperty("newEntry");
    await changelog.set(before);
  });
});

it("counts of entries and the newest ones stay true when admins write at the same moment", async () => {
  const ids = Array.from({ length: 6 }, () => uniqueId("e"));
  const responses = await Promise.all(ids.map((id) => save(id, entryBody({ publish: true }))));
  expect(responses.map(({ status }) => status)).toEqual(ids.map(() => 200));
  const { published, drafts, recent } = (await db.doc("settings/changelog").get()).data()!;
  const listed = await db.collection("changelog").where("listedAt", ">", new Date(0)).count().get();
  const drafted = await db.collection("changelog").where("draftedAt", ">", new Date(0)).count().get();
  expect([published, drafts]).toEqual([listed.data().count, drafted.data().count]);
  expect(Object.keys(recent)).toEqual(expect.arrayContaining(ids));
  expect(Object.keys(recent).length).toBeLessThanOrEqual(LIMITS.recentEntries);
});

describe("the author of entries", () => {
  it("has them in their archive, drafts too, but none of others and none that are deleted", async () => {
    const author = await newAdmin();
    const own = await publish({ title: "Own" }, author);
    const draft = await saved(uniqueId("e"), { title: "Own draft" }, author);
    const deleted = await publish({ title: "Deleted" }, author);
    await remove(deleted.id);
    await publish({ title: "By another" });
    const { entries } = (await call("GET", "/api/me/data", { as: author })).body;
    expect(entries).toHaveLength(2);
    expect(entries).toEqual(
      expect.arrayContaining([
        { id: own.id, title: "Own", text: own.text, publishedAt: own.publishedAt },
        { id: draft.id, title: "Own draft", text: draft.text, publishedAt: null },
      ]),
    );
  });

  it("is a former member once they have deleted their account, also of deleted entries; the entries stay", async () => {
    const author = await newAdmin();
    const { number } = await fileReport(member);
    const entry = await publish({ reports: [number] }, author);
    const deleted = await publish({}, author);
    await remove(deleted.id);
    const body = { password: author.password };
    expect((await call("POST", "/api/auth/delete-account", { as: author, body })).status).toBe(200);
    expect((await readEntries(member)).entries[0]).toEqual({ ...entry, by: "former member" });
    expect((await restore(deleted.id)).body.entry.by).toBe("former member");
    expect((await readNews(member)).items[0]).toMatchObject({ entryId: entry.id, by: "former member" });
  });
});
