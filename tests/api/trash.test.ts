import type { WireTrashEntry } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, call, fileReport, newAdmin, newMember, type Person, upload } from "../support/actors.ts";
import { db, ORIGIN, uniqueId } from "../support/suite.ts";
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

async function fileAndDeleteReport(overrides: Record<string, unknown> = {}): Promise<string> {
  const { id } = await fileReport(member, overrides);
  expect((await call("DELETE", `/api/issues/${id}`, { as: admin })).status).toBe(200);
  return id;
}

const MS_PER_DAY = 86_400_000;

describe("the trash", () => {
  it("shows admins each deleted report, who deleted it and when, and its purge date; the report deleted last comes first", async () => {
    const firstId = await fileAndDeleteReport({ type: "feature", title: "First deleted" });
    const secondId = await fileAndDeleteReport({ title: "Second deleted" });
    const { status, body } = await listTrash();
    expect(status).toBe(200);
    const entries = body.entries as WireTrashEntry[];
    const newEntries = entries.filter(({ id }) => [firstId, secondId].includes(id));
    expect(newEntries.map(({ id }) => id)).toEqual([secondId, firstId]);
    const firstEntry = newEntries[1]!;
    expect(firstEntry).toEqual({
      id: firstId,
      type: "feature",
      title: "First deleted",
      reporter: member.username,
      deletedBy: admin.username,
      deletedAt: expect.any(String),
      purgeAt: expect.any(String),
    });
    const msInTrash = Date.parse(firstEntry.purgeAt) - Date.parse(firstEntry.deletedAt);
    expect(Math.abs(msInTrash - 30 * MS_PER_DAY)).toBeLessThan(60_000);
    expect(body.page).toMatchObject({ number: 1, size: 25 });
  });

  it("has pages of 25", async () => {
    const storedIds = Array.from({ length: 27 }, () => uniqueId("old"));
    const batch = db.batch();
    for (const [index, id] of storedIds.entries())
      batch.set(db.doc(`trash/${id}`), {
        issue: { type: "bug", title: id },
        deletedAt: new Date(),
        deletedBy: "system",
        purgeAt: new Date(Date.now() + MS_PER_DAY + index),
      });
    await batch.commit();
    const { total, pages } = (await listTrash()).body.page;
    const listedIds: string[] = [];
    for (let page = 1; page <= pages; page += 1) {
      const { body } = await listTrash(`?page=${page}`);
      expect(body.entries.length).toBeLessThanOrEqual(25);
      listedIds.push(...body.entries.map(({ id }: WireTrashEntry) => id));
    }
    expect(listedIds).toHaveLength(total);
    expect(listedIds).toEqual(expect.arrayContaining(storedIds));
  });

  it("shows a damaged entry and leaves its unreadable fields empty", async () => {
    const id = uniqueId("odd");
    // The latest purge date of all, so the entry is on the first page.
    const purgeAt = new Date(Date.now() + 40 * MS_PER_DAY);
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
    const id = await fileAndDeleteReport();
    await db.doc(`trash/${id}`).update({ purgeAt: new Date(Date.now() - 1000) });
    // The earlier tests have left several pages.
    const { pages } = (await listTrash()).body.page;
    for (let page = 1; page <= pages; page += 1) {
      const { body } = await listTrash(`?page=${page}`);
      expect(body.entries.map((entry: WireTrashEntry) => entry.id)).not.toContain(id);
    }
    expectFailure(await restore(id), 404, "not-found");
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
    const amendment = { issueId: id, text: "Still there." };
    expect((await call("POST", "/api/issues/amendment", { as: member, body: amendment })).status).toBe(201);
    await call("PUT", `/api/issues/${id}`, { as: admin, body: { status: "IN_PROGRESS" } });
    const listedBefore = await findListedReport(id);
    const storedBefore = (await readDocument(`issues/${id}`))!;

    await call("DELETE", `/api/issues/${id}`, { as: admin });
    expect(await findListedReport(id)).toBeUndefined();
    const { status, body } = await restore(id);
    expect(status).toBe(200);
    expect(body.issue).toEqual({ ...listedBefore, updatedAt: body.issue.updatedAt });
    expect(await findListedReport(id)).toEqual(body.issue);
    const storedAfter = (await readDocument(`issues/${id}`))!;
    const { updatedAt, updatedBy } = storedAfter;
    expect(storedAfter).toEqual({ ...storedBefore, updatedAt, updatedBy });
    expect([updatedBy, updatedAt.toDate().toISOString()]).toEqual([admin.uid, body.issue.updatedAt]);
    expect(await readDocument(`trash/${id}`)).toBeUndefined();

    const download = await fetch(`${ORIGIN}${attachment.url}`, {
      headers: { authorization: `Bearer ${member.idToken}` },
    });
    expect([download.status, await download.text()]).toEqual([200, "2026-01-01 it broke"]);
  });

  it("succeeds for two admins at the same moment, and also if the report is already restored", async () => {
    const id = await fileAndDeleteReport();
    const otherAdmin = await newAdmin();
    const responses = await Promise.all([restore(id), restore(id, otherAdmin)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect((await restore(id)).status).toBe(200);
    expect(responses[0]!.body.issue).toEqual(responses[1]!.body.issue);
  });

  it("allows another deletion and another restore", async () => {
    const id = await fileAndDeleteReport();
    await restore(id);
    expect((await call("DELETE", `/api/issues/${id}`, { as: admin })).status).toBe(200);
    expect((await restore(id)).status).toBe(200);
    expect(await findListedReport(id)).toBeDefined();
  });

  it("puts the report into the changes that an open list requests", async () => {
    const { id } = await fileReport(member);
    const since = (await call("GET", "/api/issues?page=1", { as: member })).body.asOf;
    const readChangedIds = async () => {
      const { body } = await call("GET", `/api/issues/changes?since=${since}&ids=${id}`, { as: member });
      return body.issues.map((issue: { id: string }) => issue.id);
    };
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    expect(await readChangedIds()).toEqual([]);
    await restore(id);
    expect(await readChangedIds()).toEqual([id]);
  });

  it.each(["nothing-here", "..", "a", "x".repeat(65)])("is 404 for the unknown id %s", async (id) => {
    expectFailure(await restore(id), 404, "not-found");
  });
});
