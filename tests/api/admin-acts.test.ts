import { LIMITS, parseJsonList, type WireIssue } from "@logbook/domain";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ApiResponse, call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { runJob } from "../support/functions-process.ts";
import { db, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

const DAY_MS = 86_400_000;

let admin: Person;
let otherAdmin: Person;
let member: Person;
let otherMember: Person;
beforeAll(async () => {
  [admin, otherAdmin] = [await newAdmin(), await newAdmin()];
  [member, otherMember] = [await newMember(), await newMember()];
});

const purgeAt = (time: Date) => runJob("purge", "--now", time.toISOString());
const put = (path: string, as: Person, body: object): Promise<ApiResponse> => call("PUT", path, { as, body });
const readPage = async (id: string, as: Person = member) => (await call("GET", `/api/reports/${id}`, { as })).body;
const readStored = async (id: string) => (await db.doc(`issues/${id}`).get()).data();
const readNewsOf = async (id: string, as: Person) =>
  (await call("GET", "/api/me/news", { as })).body.items.filter(({ issueId }: { issueId: string }) => issueId === id);
/** The events of a report, without the report's creation. */
const readEvents = async (id: string) =>
  (await readPage(id)).events.filter(({ kind }: { kind: string }) => kind !== "created");

describe("a report", () => {
  const assign = (id: string, body: object, as: Person = admin) => put(`/api/issues/${id}/assignee`, as, body);

  it("is taken by an admin, taken over by another, and freed; each is in its history and nobody's news", async () => {
    const { id } = await fileReport(member);
    const taken = await assign(id, { taken: true, from: "" });
    expect(taken).toMatchObject({ status: 200, body: { issue: { id, assignee: admin.username, status: "OPEN" } } });
    expect((await assign(id, { taken: true, from: admin.username }, otherAdmin)).body.issue.assignee).toBe(
      otherAdmin.username,
    );
    expect((await readPage(id)).issue.assignee).toBe(otherAdmin.username);
    const freed = await assign(id, { taken: false });
    expect(freed.body.issue).not.toHaveProperty("assignee");
    expect(await readStored(id)).not.toHaveProperty("assigneeId");
    expect(await readEvents(id)).toMatchObject([
      { kind: "assigned", from: null, to: admin.username, by: admin.username },
      { kind: "assigned", from: admin.username, to: otherAdmin.username, by: otherAdmin.username },
      { kind: "assigned", from: otherAdmin.username, to: null, by: admin.username },
    ]);
    expect(await readNewsOf(id, member)).toEqual([]);
  });

  it("is not taken from an admin whom the client has not shown, and a repeated call changes nothing", async () => {
    const { id } = await fileReport(member);
    await assign(id, { taken: true });
    expectFailure(await assign(id, { taken: true, from: "" }, otherAdmin), 409, "conflict");
    expectFailure(await assign(id, { taken: false, from: otherAdmin.username }), 409, "conflict");
    expect((await assign(id, { taken: true, from: "" })).status).toBe(200);
    expect(await readEvents(id)).toHaveLength(1);
  });

  it("is taken by one of two admins who take it at the same moment", async () => {
    const { id } = await fileReport(member);
    const results = await Promise.all([admin, otherAdmin].map((as) => assign(id, { taken: true, from: "" }, as)));
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("that an admin has taken is in that admin's list 'Mine to do' only, and there with all filters", async () => {
    const word = uniqueId("todo");
    const { id } = await fileReport(member, { title: `${word} one` });
    await fileReport(member, { title: `${word} two` });
    await assign(id, { taken: true });
    const readIds = async (as: Person, more = "") => {
      const { bugs } = (await call("GET", `/api/issues?show=todo&search=${word}${more}`, { as })).body;
      return bugs.map((report: WireIssue) => report.id);
    };
    expect(await readIds(admin)).toEqual([id]);
    expect(await readIds(admin, "&status=CLOSED")).toEqual([]);
    expect(await readIds(otherAdmin)).toEqual([]);
    expect(await readIds(member)).toEqual([]);
  });

  it("keeps its assignee through steps, the trash and a restore", async () => {
    const { id } = await fileReport(member);
    await assign(id, { taken: true });
    await put(`/api/issues/${id}`, admin, { status: "IN_PROGRESS" });
    await call("DELETE", `/api/issues/${id}`, { as: admin, body: {} });
    const restored = await call("POST", `/api/trash/${id}/restore`, { as: admin, body: {} });
    expect(restored.body.issue).toMatchObject({ assignee: admin.username, status: "IN_PROGRESS" });
  });
});

describe("a pinned report", () => {
  const pin = (id: string, pinned: boolean, as: Person = admin) => put(`/api/issues/${id}/pin`, as, { pinned });
  const readPinned = async (query = "page=1", as: Person = member): Promise<{ id: string }[] | undefined> =>
    (await call("GET", `/api/issues?${query}`, { as })).body.pinned;
  const pinnedIds = async (query?: string) => ((await readPinned(query)) ?? []).map(({ id }) => id);
  const unpinAll = async (): Promise<void> => {
    for (const id of await pinnedIds()) await pin(id, false);
  };
  beforeEach(unpinAll);
  afterEach(unpinAll);

  it("is above the first page of the whole list for everybody, and in the changes, and nowhere else", async () => {
    const { id, number, title } = await fileReport(member);
    // So that the list has a second page.
    await Promise.all(Array.from({ length: 10 }, () => fileReport(otherMember)));
    const before = await readStored(id);
    const short = { id, number, type: "bug", title, status: "OPEN", votes: 0 };
    expect(await pin(id, true)).toMatchObject({ status: 200, body: { pinned: [short] } });
    expect(await readPinned()).toEqual([short]);
    expect(await readPinned("page=1&sort=newest", admin)).toEqual([short]);
    for (const query of ["page=2&pageSize=10", "search=a", "show=mine", "status=OPEN"])
      expect(await readPinned(query), query).toBeUndefined();
    const readChanges = async () =>
      (await call("GET", `/api/issues/changes?since=${new Date().toISOString()}&ids=${id}`, { as: member })).body;
    expect((await readChanges()).pinned).toEqual([short]);
    expect((await pin(id, true)).status).toBe(200);
    expect((await pin(id, false)).body.pinned).toEqual([]);
    expect(await readPinned()).toBeUndefined();
    expect(await readChanges()).not.toHaveProperty("pinned");
    expect(await readStored(id)).toEqual(before);
    expect(await readEvents(id)).toMatchObject([
      { kind: "pinned", by: admin.username },
      { kind: "unpinned", by: admin.username },
    ]);
  });

  it("is one of three at most, also if four are pinned at the same moment; a deleted one gives its place free", async () => {
    const reports = await Promise.all([1, 2, 3, 4].map(() => fileReport(member)));
    const results = await Promise.all(reports.map(({ id }) => pin(id, true)));
    expect(results.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409]);
    const refused = reports[results.findIndex(({ status }) => status === 409)]!;
    expectFailure(await pin(refused.id, true), 409, "full");
    const [first] = await pinnedIds();
    await call("DELETE", `/api/issues/${first}`, { as: admin, body: {} });
    expect(await pinnedIds()).toHaveLength(2);
    expect((await pin(refused.id, true)).status).toBe(200);
    expect(await pinnedIds()).toContain(refused.id);
  });
});

describe("a hidden amendment", () => {
  /** A report of the member with an amendment of the other member. */
  async function fileAmended(text: string) {
    const { id } = await fileReport(member);
    const { body } = await call("POST", "/api/issues/amendment", { as: otherMember, body: { issueId: id, text } });
    const amendmentId: string = body.amendment.id;
    const path = `/api/issues/${id}/amendments/${amendmentId}`;
    const hide = (hidden: boolean, as: Person = admin) => put(`${path}/hidden`, as, { hidden });
    return { id, amendmentId, path, hide };
  }

  it("threat 43: has its text nowhere but in an admin's call, its author is told, and it can be shown again as it was", async () => {
    const secret = uniqueId("secret");
    const { id, amendmentId, path, hide } = await fileAmended(`My password is ${secret}`);
    const before = await readPage(id);
    const edit = await put(path, otherMember, { text: `It is ${secret} now` });
    expect(edit.status).toBe(200);
    const { amendment } = edit.body;
    const edited = (await readEvents(id))[0];

    const hidden = await hide(true);
    expect(hidden.body.amendment).toMatchObject({ id: amendmentId, text: "", createdBy: otherMember.username });
    expect(Date.parse(hidden.body.amendment.hiddenAt)).toBeGreaterThan(Date.now() - 60_000);
    for (const as of [member, otherMember, admin])
      for (const get of [
        `/api/issues/${id}`,
        `/api/reports/${id}`,
        "/api/issues",
        "/api/issues?page=1&pageSize=100",
        `/api/issues/changes?since=2026-01-01T00:00:00.000Z&ids=${id}`,
      ])
        expect(JSON.stringify((await call("GET", get, { as })).body), get).not.toContain(secret);
    const found = await call("GET", `/api/issues?search=${encodeURIComponent(`in:amendments ${secret}`)}`, {
      as: admin,
    });
    expect(found.body.page.total).toBe(0);
    expectFailure(await call("GET", path, { as: otherMember }), 403, "forbidden");
    expect((await call("GET", path, { as: admin })).body.text).toBe(`It is ${secret} now`);
    expectFailure(await call("GET", `/api/history/${edited.id}`, { as: otherMember }), 404, "not-found");
    expect((await call("GET", `/api/history/${edited.id}`, { as: admin })).body.former.text).toContain(secret);
    expectFailure(await put(path, otherMember, { text: "Harmless" }), 403, "forbidden");
    expect(await readNewsOf(id, otherMember)).toMatchObject([{ kind: "hidden", amendmentId, by: admin.username }]);
    expect((await readNewsOf(id, member)).map(({ kind }: { kind: string }) => kind)).not.toContain("hidden");

    const shown = await hide(false, otherAdmin);
    expect(shown.body.amendment).toEqual(amendment);
    const after = await readPage(id);
    expect(parseJsonList(after.issue.amendment)).toEqual([amendment]);
    const { updatedAt: _then, amendment: _old, ...fieldsBefore } = before.issue;
    const { updatedAt: _now, amendment: _new, ...fieldsAfter } = after.issue;
    expect(fieldsAfter).toEqual(fieldsBefore);
    expect((await call("GET", `/api/history/${edited.id}`, { as: otherMember })).status).toBe(200);
    expect((await readEvents(id)).slice(1)).toMatchObject([
      { kind: "hidden", amendment: amendmentId, by: admin.username },
      { kind: "unhidden", amendment: amendmentId, by: otherAdmin.username },
    ]);
  });

  it("is told to its author even if they do not follow the report, and hiding it twice changes nothing", async () => {
    const { id, hide } = await fileAmended("Rude");
    await put(`/api/issues/${id}/follow`, otherMember, { mode: "none" });
    await hide(true);
    await hide(true);
    expect(await readNewsOf(id, otherMember)).toHaveLength(1);
  });

  it("does not exist under another id, nor of a report that does not exist", async () => {
    const { id, amendmentId } = await fileAmended("A note");
    for (const path of [
      `/api/issues/${id}/amendments/constructor`,
      `/api/issues/${uniqueId("no")}/amendments/${amendmentId}`,
    ]) {
      expectFailure(await put(`${path}/hidden`, admin, { hidden: true }), 404, "not-found");
      expectFailure(await call("GET", path, { as: admin }), 404, "not-found");
    }
  });

  it("loses its text and its former texts after 30 days for good, and nothing else does", async () => {
    const { id, amendmentId, path, hide } = await fileAmended("Old secret");
    await put(path, otherMember, { text: "New secret" });
    const { body } = await call("POST", "/api/issues/amendment", { as: member, body: { issueId: id, text: "Stays" } });
    const other = `/api/issues/${id}/amendments/${body.amendment.id}`;
    await hide(true);
    const hiddenAt = Date.parse(
      parseJsonList((await readPage(id)).issue.amendment).map((entry) => (entry as { hiddenAt: string }).hiddenAt)[0]!,
    );
    const dueAt = hiddenAt + LIMITS.trashDays * DAY_MS;
    await purgeAt(new Date(dueAt - 60_000));
    expect((await call("GET", path, { as: admin })).body.text).toBe("New secret");
    // The other one is hidden as well, but its time is not over when the first one's is.
    await db.doc(`issues/${id}`).update({ [`amendments.${body.amendment.id}.hiddenAt`]: new Date(hiddenAt + DAY_MS) });
    await purgeAt(new Date(dueAt + 60_000));
    expect((await call("GET", path, { as: admin })).body.text).toBe("");
    const { docs } = await db.collection("history").where("to", "==", amendmentId).where("kind", "==", "edited").get();
    expect(docs.map((doc) => doc.get("former"))).toEqual([{}]);
    expect((await call("GET", other, { as: admin })).body.text).toBe("Stays");
    expect((await readStored(id))!.hiddenDueAt.toMillis()).toBe(dueAt + DAY_MS);
    await purgeAt(new Date(dueAt + DAY_MS));
    expect((await call("GET", other, { as: admin })).body.text).toBe("");
    expect((await readStored(id))!.hiddenDueAt).toBeNull();
    // The time of the request decides, so an amendment that was hidden long ago stays hidden.
    await db.doc(`issues/${id}`).update({ [`amendments.${amendmentId}.hiddenAt`]: new Date(Date.now() - 31 * DAY_MS) });
    expectFailure(await hide(false), 409, "too-late");
  });
});

it("threat 43: a member takes, pins and hides nothing", async () => {
  const { id } = await fileReport(member);
  const { body } = await call("POST", "/api/issues/amendment", {
    as: otherMember,
    body: { issueId: id, text: "A note" },
  });
  const before = await readStored(id);
  const boardBefore = (await db.doc("boards/main").get()).get("pinned");
  for (const [path, sent] of [
    ["assignee", { taken: true }],
    ["pin", { pinned: true }],
    [`amendments/${body.amendment.id}/hidden`, { hidden: true }],
  ] as const)
    expectFailure(await put(`/api/issues/${id}/${path}`, member, sent), 403, "forbidden");
  expect(await readStored(id)).toEqual(before);
  expect((await db.doc("boards/main").get()).get("pinned")).toEqual(boardBefore);
});
