import { beforeAll, describe, expect, it } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { boardMovesSince, boardRevision } from "../support/board-moves.ts";
import { db, eventually, uniqueId } from "../support/suite.ts";

let member: Person;
let admin: Person;
beforeAll(async () => {
  member = await newMember();
  admin = await newAdmin();
});

async function findListedReport(id: string): Promise<{ title: string } | null> {
  const { body } = await call("GET", "/api/issues", { as: member });
  return [...body.bugs, ...body.features].find((issue: { id: string }) => issue.id === id) ?? null;
}

/** Files a report and requests the list, so that the API has the report in its cache. */
async function fileCachedReport(): Promise<string> {
  const { id } = await fileReport(member);
  expect(await findListedReport(id)).not.toBeNull();
  return id;
}

// tests/api/repair.test.ts delivers single events to the same trigger.
describe("a write without the API", () => {
  it("appears in all lists soon if it adds a report with old dates", async () => {
    const id = await fileCachedReport();
    const importedId = uniqueId("copy");
    const fields = (await db.doc(`issues/${id}`).get()).data()!;
    const oldDate = new Date("2024-01-01T00:00:00Z");
    await db.doc(`issues/${importedId}`).set({ ...fields, title: "Imported", createdAt: oldDate, updatedAt: oldDate });
    await eventually("the import in the list", () => findListedReport(importedId));
  });

  it.each([
    ["no date", {}],
    ["a recent date", { updatedAt: new Date() }],
  ])("appears in all lists soon if it changes a report and sets %s", async (_, dates) => {
    const id = await fileCachedReport();
    await db.doc(`issues/${id}`).update({ title: "Changed in the console", ...dates });
    await eventually("the change in the list", async () =>
      (await findListedReport(id))?.title === "Changed in the console" ? true : null,
    );
  });

  it("appears in all lists soon if it deletes a report", async () => {
    const id = await fileCachedReport();
    await db.doc(`issues/${id}`).delete();
    await eventually("the report out of the list", async () => ((await findListedReport(id)) === null ? true : null));
  });

  it("appears in all lists soon if it creates a deleted report again, which can then be deleted again", async () => {
    const id = await fileCachedReport();
    const fields = (await db.doc(`issues/${id}`).get()).data()!;
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    expect(await findListedReport(id)).toBeNull();
    await db.doc(`issues/${id}`).set(fields);
    await eventually("the report in the list again", () => findListedReport(id));
    expect((await call("DELETE", `/api/issues/${id}`, { as: admin })).status).toBe(200);
    expect(await findListedReport(id)).toBeNull();
  });

  it("moves the board once more, which no write of the API does", async () => {
    const revision = await boardRevision();
    const { id } = await fileReport(member);
    await call("POST", "/api/issues/amendment", { as: member, body: { issueId: id, text: "Again." } });
    await call("PUT", `/api/issues/${id}`, { as: admin, body: { status: "IN_PROGRESS" } });
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    await call("POST", `/api/trash/${id}/restore`, { as: admin, body: {} });
    const countMoves = async () => (await boardMovesSince(revision)).filter((movedId) => movedId === id).length;
    expect(await countMoves()).toBe(5);
    // The trigger gets the events of the writes above before that of this one, or soon after it.
    await db.doc(`issues/${id}`).update({ title: "Changed in the console" });
    await eventually("the sixth move", async () => ((await countMoves()) > 5 ? true : null));
    expect(await countMoves()).toBe(6);
  });
});
