import { deleteApp, initializeApp } from "firebase-admin/app";
import {
  type DocumentData,
  type DocumentReference,
  FieldValue,
  getFirestore,
  Timestamp,
} from "firebase-admin/firestore";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { serveTrigger, type Trigger } from "../support/functions-process.ts";
import { FIRESTORE, uniqueId } from "../support/suite.ts";

// In a project of its own the trigger runs only when a test delivers an event.
const project = uniqueId("repair");
const app = initializeApp({ projectId: project }, project);
const db = getFirestore(app);
const boardRef = db.doc("boards/main");
let trigger: Trigger;

beforeAll(async () => {
  trigger = await serveTrigger("onIssueWritten", project);
}, 60_000);
afterAll(async () => {
  await trigger.stop();
  await deleteApp(app);
});
beforeEach(async () => {
  const entries = await db.collection("trash").listDocuments();
  await Promise.all(entries.map((entry) => entry.delete()));
  await boardRef.set({ revision: 7, changedAt: new Date(), issueId: "" });
});

const REPORT = { type: "bug", title: "A report", status: "OPEN", priority: "LOW", description: "A text." };
const TRASH_ENTRY = { issue: REPORT, deletedAt: FieldValue.serverTimestamp(), deletedBy: "u1", purgeAt: new Date() };

/** Writes reports in one commit. The commit also moves the board and names one report, unless `namedId` is `null`. */
async function writeReports(ids: readonly string[], namedId: string | null): Promise<void> {
  const batch = db.batch();
  const now = FieldValue.serverTimestamp();
  // With the same fields in the same millisecond Firestore would ignore the write and keep the update time.
  const description = uniqueId("report");
  for (const id of ids) batch.set(db.doc(`issues/${id}`), { ...REPORT, description, createdAt: now, updatedAt: now });
  if (namedId !== null) batch.update(boardRef, { revision: FieldValue.increment(1), changedAt: now, issueId: namedId });
  await batch.commit();
}

/** A report in the format of Firestore's events. */
type EventDocument = { updateTime: string; fields: Record<string, unknown> };

async function readReportDocument(id: string): Promise<EventDocument> {
  const name = `projects/${project}/databases/(default)/documents/issues/${id}`;
  const response = await fetch(`${FIRESTORE}/v1/${name}`, { headers: { authorization: "Bearer owner" } });
  return (await response.json()) as EventDocument;
}

/** Delivers an event to the trigger: a report was written and is now `value`, or was deleted and was `oldValue`. */
async function deliver(issueId: string, data: { value?: object; oldValue?: object }): Promise<void> {
  const status = await trigger.deliver({
    specversion: "1.0",
    id: uniqueId("event"),
    type: "google.cloud.firestore.document.v1.written",
    source: `//firestore.googleapis.com/projects/${project}/databases/(default)`,
    time: new Date().toISOString(),
    datacontenttype: "application/json",
    project,
    database: "(default)",
    document: `issues/${issueId}`,
    data,
  });
  expect(status).toBe(204);
}

const readDocument = async (ref: DocumentReference): Promise<DocumentData> => (await ref.get()).data()!;

/**
 * Delivers the event of a written report. Returns whether the trigger sets `rereadAt` in the board, which makes all
 * instances read all reports again.
 */
async function eventCausesReread(id: string, value?: object): Promise<boolean> {
  const boardBefore = await readDocument(boardRef);
  await deliver(id, { value: value ?? (await readReportDocument(id)) });
  const boardAfter = await readDocument(boardRef);
  if (boardAfter.rereadAt === undefined) {
    expect(boardAfter).toEqual(boardBefore);
    return false;
  }
  expect(boardAfter).toMatchObject({ revision: boardBefore.revision + 1, issueId: id });
  return true;
}

describe("the trigger of a written report", () => {
  it("does not change the board after a commit that moved it and named the report", async () => {
    await writeReports(["a"], "a");
    expect(await eventCausesReread("a")).toBe(false);
  });

  it("does not change the board if later commits moved it before the event arrived", async () => {
    await writeReports(["a"], "a");
    await writeReports(["b"], "b");
    await writeReports(["c"], "c");
    expect(await eventCausesReread("a")).toBe(false);
  });

  it("makes all instances read all reports again after a commit that did not move the board", async () => {
    await writeReports(["a"], null);
    expect(await eventCausesReread("a")).toBe(true);
  });

  it("makes all instances read all reports again even if later commits moved the board", async () => {
    await writeReports(["a"], null);
    await writeReports(["b"], "b");
    expect(await eventCausesReread("a")).toBe(true);
  });

  it("makes all instances read all reports again even if an earlier commit moved the board and named the same report", async () => {
    await writeReports(["a"], "a");
    await writeReports(["a"], null);
    const reportAfterSecondWrite = await readReportDocument("a");
    await writeReports(["b"], "b");
    expect(await eventCausesReread("a", reportAfterSecondWrite)).toBe(true);
  });

  it("makes all instances read all reports again for a second report in a commit that named the first", async () => {
    await writeReports(["a", "b"], "a");
    // The commit named only report a.
    expect(await eventCausesReread("a")).toBe(false);
    expect(await eventCausesReread("b")).toBe(true);
  });

  it("makes all instances read all reports again for a second report in a commit even if later commits moved the board", async () => {
    await writeReports(["a", "b"], "a");
    await writeReports(["c"], "c");
    expect(await eventCausesReread("b")).toBe(true);
  });

  it("makes all instances read all reports again once for several reports of one commit", async () => {
    await writeReports(["a", "b", "c"], "a");
    expect(await eventCausesReread("b")).toBe(true);
    const repairedBoard = await readDocument(boardRef);
    await deliver("c", { value: await readReportDocument("c") });
    expect(await readDocument(boardRef)).toEqual(repairedBoard);
  });

  /** Puts a report into the trash. With `movesBoard` the commit also moves the board. Returns the deleted report. */
  async function moveToTrash(id: string, { movesBoard }: { movesBoard: boolean }): Promise<EventDocument> {
    const deletedReport = await readReportDocument(id);
    const batch = db.batch();
    batch.delete(db.doc(`issues/${id}`));
    batch.set(db.doc(`trash/${id}`), TRASH_ENTRY);
    const now = FieldValue.serverTimestamp();
    if (movesBoard) batch.update(boardRef, { revision: FieldValue.increment(1), changedAt: now, issueId: id });
    await batch.commit();
    return deletedReport;
  }

  it.each([
    ["at once", []],
    ["after another commit", ["b"]],
  ])("does not change the board after a deletion that moved it, if the event arrives %s", async (_, laterIds) => {
    await writeReports(["a"], "a");
    const deletedReport = await moveToTrash("a", { movesBoard: true });
    for (const id of laterIds) await writeReports([id], id);
    const trashEntryBefore = await readDocument(db.doc("trash/a"));
    const boardBefore = await readDocument(boardRef);
    await deliver("a", { oldValue: deletedReport });
    expect(await readDocument(db.doc("trash/a"))).toEqual(trashEntryBefore);
    expect(await readDocument(boardRef)).toEqual(boardBefore);
  });

  it("makes all instances read all reports again, once, after a deletion that did not move the board, even if later commits did", async () => {
    await writeReports(["a"], "a");
    const deletedReport = await moveToTrash("a", { movesBoard: false });
    await writeReports(["b"], "b");
    const { revision } = await readDocument(boardRef);
    await deliver("a", { oldValue: deletedReport });
    await deliver("a", { oldValue: deletedReport });
    expect(await readDocument(boardRef)).toMatchObject({
      revision: revision + 1,
      issueId: "a",
      rereadAt: expect.any(Timestamp),
    });
    expect((await readDocument(db.doc("trash/a"))).deletedBy).toBe("u1");
  });

  it.each([
    ["without a trash entry", null],
    ["beside the trash entry of an earlier deletion", TRASH_ENTRY],
  ])(
    "makes all instances read all reports again after a deletion by hand %s, even if later commits moved the board",
    async (_, trashEntry) => {
      if (trashEntry !== null) await db.doc("trash/a").set(trashEntry);
      await writeReports(["a"], "a");
      const deletedReport = await readReportDocument("a");
      await db.doc("issues/a").delete();
      await writeReports(["b"], "b");
      const { revision } = await readDocument(boardRef);
      await deliver("a", { oldValue: deletedReport });
      expect(await readDocument(boardRef)).toMatchObject({
        revision: revision + 1,
        issueId: "a",
        rereadAt: expect.any(Timestamp),
      });
    },
  );

  it("makes all instances read all reports again after a deleted report was created again by hand", async () => {
    await db.doc("trash/a").set(TRASH_ENTRY);
    await writeReports(["a"], null);
    expect(await eventCausesReread("a")).toBe(true);
    expect((await db.doc("trash/a").get()).exists).toBe(true);
  });

  it("does not change the board after a deletion if the report was restored before the event arrived", async () => {
    await writeReports(["a"], "a");
    const deletedReport = await readReportDocument("a");
    await moveToTrash("a", { movesBoard: true });
    await writeReports(["a"], "a");
    await db.doc("trash/a").delete();
    const boardBefore = await readDocument(boardRef);
    await deliver("a", { oldValue: deletedReport });
    expect(await readDocument(boardRef)).toEqual(boardBefore);
  });

  it("does not change the board while a backup is being restored", async () => {
    await writeReports(["a"], null);
    await db.doc("issues/a").update({ restoring: true });
    expect(await eventCausesReread("a")).toBe(false);
  });

  it("threat 26: changes nothing if the events of the API's writes are delivered twice and in reverse order", async () => {
    await writeReports(["a"], "a");
    const created = await readReportDocument("a");
    await writeReports(["a"], "a");
    const changed = await readReportDocument("a");
    await moveToTrash("a", { movesBoard: true });
    const readStored = async () => [
      await readDocument(boardRef),
      await readDocument(db.doc("trash/a")),
      (await db.collection("history").get()).size,
    ];
    const before = await readStored();
    const events = [{ oldValue: changed }, { oldValue: created, value: changed }, { value: created }];
    for (const event of [...events, ...events]) await deliver("a", event);
    expect(await readStored()).toEqual(before);
  });

  // Firestore keeps earlier versions of the board for an hour only.
  it("makes all instances read all reports again if the event is more than an hour late", async () => {
    await writeReports(["a"], "a");
    const report = await readReportDocument("a");
    const threeHoursAgo = new Date(Date.now() - 3 * 60 * 60_000).toISOString();
    const oldReport = {
      ...report,
      updateTime: threeHoursAgo,
      createTime: threeHoursAgo,
      fields: { ...report.fields, updatedAt: { timestampValue: threeHoursAgo } },
    };
    expect(await eventCausesReread("a", oldReport)).toBe(true);
    expect((await readDocument(boardRef)).rereadAt).toBeInstanceOf(Timestamp);
  });
});
