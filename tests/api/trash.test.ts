import type { WireTrashEntry } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import {
  type ApiResponse,
  call,
  fileReport,
  newAdmin,
  newMember,
  newStranger,
  type Person,
  reportBody,
  upload,
} from "../support/actors.ts";
import { db, ORIGIN, uniqueId, withoutWrites } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let admin: Person;
let member: Person;
beforeAll(async () => {
  admin = await newAdmin();
  member = await newMember();
});

const listTrash = (query = "", as: Person = admin): Promise<ApiResponse> => call("GET", `/api/trash${query}`, { as });
const restore = (id: string, as: Person = admin): Promise<ApiResponse> =>
  call("POST", `/api/trash/${id}/restore`, { as, body: {} });
const readDocument = async (path: string) => (await db.doc(path).get()).data();

async function findListedReport(id: string): Promise<Record<string, unknown> | undefined> {
  const { body } = await call("GET", "/api/issues", { as: member });
  return [...body.bugs, ...body.features].find((issue) => issue.id === id);
}

async function fileAndDelete(overrides: Record<string, unknown> = {}): Promise<string> {
  const { id } = await fileReport(member, overrides);
  expect((await call("DELETE", `/api/issues/${id}`, { as: admin })).status).toBe(200);
  return id;
}

const DAY_MS = 86_400_000;

describe("the trash", () => {
  it("shows admins each deleted report, who deleted it and when, and its purge date; the report deleted last comes first", async () => {
    const first = await fileAndDelete({ type: "feature", title: "First deleted" });
    const second = await fileAndDelete({ title: "Second deleted" });
    const { status, body } = await listTrash();
    expect(status).toBe(200);
    const entries = body.entries as WireTrashEntry[];
    const own = entries.filter(({ id }) => [first, second].includes(id));
    expect(own.map(({ id }) => id)).toEqual([second, first]);
    const entry = own[1]!;
    expect(entry).toEqual({
      id: first,
      type: "feature",
      title: "First deleted",
      reporter: member.username,
      deletedBy: admin.username,
      deletedAt: expect.any(String),
      purgeAt: expect.any(String),
    });
    expect(Math.abs(Date.parse(entry.purgeAt) - Date.parse(entry.deletedAt) - 30 * DAY_MS)).toBeLessThan(60_000);
    expect(body.page).toMatchObject({ number: 1, size: 25 });
  });

  it("has pages of 25", async () => {
    const entries = Array.from({ length: 27 }, (_, index) => ({
      id: uniqueId("old"),
      purgeAt: Date.now() + DAY_MS + index,
    }));
    const batch = db.batch();
    for (const { id, purgeAt } of entries)
      batch.set(db.doc(`trash/${id}`), {
        issue: { type: "bug", title: id },
        deletedAt: new Date(),
        deletedBy: "system",
        purgeAt: new Date(purgeAt),
      });
    await batch.commit();
    const { total, pages } = (await listTrash()).body.page;
    const ids: string[] = [];
    for (let page = 1; page <= pages; page += 1) {
      const { entries: pageEntries } = (await listTrash(`?page=${page}`)).body as { entries: WireTrashEntry[] };
      expect(pageEntries.length).toBeLessThanOrEqual(25);
      ids.push(...pageEntries.map(({ id }) => id));
    }
    expect(ids).toHaveLength(total);
    expect(entries.every(({ id }) => ids.includes(id))).toBe(true);
  });

  it("shows a damaged entry and leaves its unreadable fields empty", async () => {
    const id = uniqueId("odd");
    const purgeAt = new Date(Date.now() + 40 * DAY_MS);
    await db.doc(`trash/${id}`).set({ issue: { title: 7 }, deletedBy: "a/b", deletedAt: "yesterday", purgeAt });
    const { body } = await listTrash();
    expect(body.entries.find((entry: WireTrashEntry) => entry.id === id)).toEqual({
      id,
      type: "bug",
      title: "",
      reporter: "",
      deletedBy: "",
      deletedAt: "",
      purgeAt: purgeAt.toISOString(),
    });
    await db.doc(`trash/${id}`).delete();
  });

  it("leaves out reports that were deleted more than 30 days ago, and refuses to restore them", async () => {
    const id = await fileAndDelete();
    await db.doc(`trash/${id}`).update({ purgeAt: new Date(Date.now() - 1000) });
    // The earlier tests have left several pages.
    const { pages } = (await listTrash()).body.page;
    for (let page = 1; page <= pages; page += 1)
      expect((await listTrash(`?page=${page}`)).body.entries.map((entry: WireTrashEntry) => entry.id)).not.toContain(
        id,
      );
    expectFailure(await restore(id), 404, "not-found");
    expect(await readDocument(`issues/${id}`)).toBeUndefined();
  });

  it("is for admins only", async () => {
    const id = await fileAndDelete();
    expectFailure(await listTrash("", member), 403, "forbidden");
    expectFailure(await restore(id, member), 403, "forbidden");
    const stranger = await newStranger();
    expectFailure(await listTrash("", stranger), 401, "unauthenticated");
    expectFailure(await restore(id, stranger), 401, "unauthenticated");
    expectFailure(await call("GET", "/api/trash"), 401, "unauthenticated");
    expectFailure(await call("POST", `/api/trash/${id}/restore`, { body: {} }), 401, "unauthenticated");
    expect(await readDocument(`issues/${id}`)).toBeUndefined();
  });

  it.each(["?page=0", "?page=x", "?search=x"])("refuses the query %s", async (query) => {
    expectFailure(await listTrash(query), 400, "bad-request");
  });
});

describe("restoring a report", () => {
  it("restores it unchanged with its amendments and files, and the list shows it at once", async () => {
    const id = uniqueId("r");
    const bytes = new TextEncoder().encode("2026-01-01 it broke");
    const path = `attachments/${member.uid}/${id}/f1`;
    expect(await upload(member, path, bytes, "text/plain")).toBe(200);
    const attachment = { name: "server.log", size: bytes.length, type: "text/plain", url: `/api/${path}` };
    await fileReport(member, { id, title: "There and back", attachments: [attachment] });
    const note = { issueId: id, text: "Still there." };
    expect((await call("POST", "/api/issues/amendment", { as: member, body: note })).status).toBe(201);
    await call("PUT", `/api/issues/${id}`, { as: admin, body: { status: "IN_PROGRESS" } });
    const before = await findListedReport(id);
    const stored = (await readDocument(`issues/${id}`))!;

    await call("DELETE", `/api/issues/${id}`, { as: admin });
    expect(await findListedReport(id)).toBeUndefined();
    const { status, body } = await restore(id);
    expect(status).toBe(200);
    expect(body.issue).toEqual({ ...before, updatedAt: body.issue.updatedAt });
    expect(await findListedReport(id)).toEqual(body.issue);
    const { updatedAt, updatedBy, ...kept } = (await readDocument(`issues/${id}`))!;
    expect({ ...kept, updatedAt: stored.updatedAt, updatedBy: stored.updatedBy }).toEqual(stored);
    expect([updatedBy, updatedAt.toDate().toISOString()]).toEqual([admin.uid, body.issue.updatedAt]);
    expect(await readDocument(`trash/${id}`)).toBeUndefined();

    const read = await fetch(`${ORIGIN}${attachment.url}`, { headers: { authorization: `Bearer ${member.idToken}` } });
    expect([read.status, await read.text()]).toEqual([200, "2026-01-01 it broke"]);
  });

  it("succeeds for two admins at the same moment, and again when the report is already restored", async () => {
    const id = await fileAndDelete();
    const other = await newAdmin();
    const responses = await Promise.all([restore(id), restore(id, other)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect((await restore(id)).status).toBe(200);
    expect(responses[0]!.body.issue).toEqual(responses[1]!.body.issue);
  });

  it("allows another deletion and another restore", async () => {
    const id = await fileAndDelete();
    await restore(id);
    expect((await call("DELETE", `/api/issues/${id}`, { as: admin })).status).toBe(200);
    expect((await restore(id)).status).toBe(200);
    expect(await findListedReport(id)).toBeDefined();
  });

  it("puts the report into the changes that an open list requests", async () => {
    const { id } = await fileReport(member);
    const since = (await call("GET", "/api/issues?page=1", { as: member })).body.asOf;
    const changedIds = async () => {
      const { body } = await call("GET", `/api/issues/changes?since=${since}&ids=${id}`, { as: member });
      return body.issues.map((issue: { id: string }) => issue.id);
    };
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    expect(await changedIds()).toEqual([]);
    await restore(id);
    expect(await changedIds()).toEqual([id]);
  });

  it.each(["nothing-here", "..", "a", "x".repeat(65)])("is 404 for the unknown id %s", async (id) => {
    expectFailure(await restore(id), 404, "not-found");
  });

  it("refuses a body with fields", async () => {
    const id = await fileAndDelete();
    const response = await call("POST", `/api/trash/${id}/restore`, { as: admin, body: { title: "Another" } });
    expectFailure(response, 400, "bad-request");
    expect(await readDocument(`issues/${id}`)).toBeUndefined();
  });

  it("restores nothing under rules that refuse every write", async () => {
    const id = await fileAndDelete();
    await withoutWrites(async () => {
      expectFailure(await restore(id), 403, "forbidden");
    });
    expect(await readDocument(`issues/${id}`)).toBeUndefined();
    expect((await restore(id)).status).toBe(200);
  });

  it("stays possible, because no new report can use the deleted report's id", async () => {
    const id = await fileAndDelete();
    expectFailure(await call("POST", "/api/issues", { as: member, body: reportBody({ id }) }), 409, "already-exists");
    expect((await restore(id)).status).toBe(200);
  });
});
