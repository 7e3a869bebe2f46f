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
import { eventually, FIRESTORE, fillUp, uniqueId } from "../support/suite.ts";

// In this project only this trigger runs, and only when a test delivers an event.
const project = uniqueId("repair");
const app = initializeApp({ projectId: project }, project);
const db = getFirestore(app);
const board = db.doc("boards/main");
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
  await board.set({ revision: 7, changedAt: new Date(), issueId: "" });
});

const REPORT = { type: "bug", title: "A report", status: "OPEN", priority: "LOW", description: "It is." };

/** Writes reports in one commit. The commit also moves the board and names one report, unless `named` is `null`. */
async function write(ids: readonly string[], named: string | null): Promise<void> {
  const batch = db.batch();
  const now = FieldValue.serverTimestamp();
  // With the same fields in the same millisecond Firestore would ignore the write and keep the update time.
  const description = uniqueId("report");
  for (const id of ids) batch.set(db.doc(`issues/${id}`), { ...REPORT, description, createdAt: now, updatedAt: now });
  if (named !== null) batch.update(board, { revision: FieldValue.increment(1), changedAt: now, issueId: named });
  await batch.commit();
}

/** A report in the format of Firestore's events. */
async function readReportDocument(id: string): Promise<Stored> {
  const name = `projects/${project}/databases/(default)/documents/issues/${id}`;
  const response = await fetch(`${FIRESTORE}/v1/${name}`, { headers: { authorization: "Bearer owner" } });
  return (await response.json()) as Stored;
}
type Stored = { updateTime: string; fields: Record<string, unknown> };

async function deliver(issueId: string, data: { value: object } | { oldValue: object }): Promise<void> {
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

const read = async (ref: DocumentReference): Promise<DocumentData> => (await ref.get()).data()!;

/** Delivers a report's event; returns whether the trigger makes all instances read all reports again. */
async function isRepaired(id: string, value?: object): Promise<boolean> {
  const before = await read(board);
  await deliver(id, { value: value ?? (await readReportDocument(id)) });
  const after = await read(board);
  if (after.rereadAt === undefined) {
    expect(after).toEqual(before);
    return false;
  }
  expect(after).toMatchObject({ revision: before.revision + 1, issueId: id });
  return true;
}

describe("the trigger that repairs writes that bypassed the rules", () => {
  it("does not change the board after a commit that moved it and named the report", async () => {
    await write(["a"], "a");
    expect(await isRepaired("a")).toBe(false);
  });

  it("does not change the board if later commits moved it before the event arrived", async () => {
    await write(["a"], "a");
    await write(["b"], "b");
    await write(["c"], "c");
    expect(await isRepaired("a")).toBe(false);
  });

  it("makes all instances read all reports again after a commit that did not move the board", async () => {
    await write(["a"], null);
    expect(await isRepaired("a")).toBe(true);
  });

  it("makes all instances read all reports again even if later commits moved the board", async () => {
    await write(["a"], null);
    await write(["b"], "b");
    expect(await isRepaired("a")).toBe(true);
  });

  it("makes all instances read all reports again even if an earlier commit moved the board and named the same report", async () => {
    await write(["a"], "a");
    await write(["a"], null);
    const second = await readReportDocument("a");
    await write(["b"], "b");
    expect(await isRepaired("a", second)).toBe(true);
  });

  it("makes all instances read all reports again for a second report in a commit that named the first", async () => {
    await write(["a", "b"], "a");
    expect(await isRepaired("a")).toBe(false);
    expect(await isRepaired("b")).toBe(true);
  });

  it("makes all instances read all reports again for a second report in a commit even if later commits moved the board", async () => {
    await write(["a", "b"], "a");
    await write(["c"], "c");
    expect(await isRepaired("b")).toBe(true);
  });

  it("makes all instances read all reports again once for several reports of one commit", async () => {
    await write(["a", "b", "c"], "a");
    expect(await isRepaired("b")).toBe(true);
    const repaired = await read(board);
    await deliver("c", { value: await readReportDocument("c") });
    expect(await read(board)).toEqual(repaired);
  });

  const DELETED = { issue: REPORT, deletedAt: FieldValue.serverTimestamp(), deletedBy: "u1", purgeAt: new Date() };

  /** Moves a report to the trash in one commit; `isNamed`: it moves the board too. Returns the deleted document. */
  async function moveToTrash(id: string, isNamed: boolean): Promise<Stored> {
    const before = await readReportDocument(id);
    const batch = db.batch();
    batch.delete(db.doc(`issues/${id}`));
    batch.set(db.doc(`trash/${id}`), DELETED);
    const now = FieldValue.serverTimestamp();
    if (isNamed) batch.update(board, { revision: FieldValue.increment(1), changedAt: now, issueId: id });
    await batch.commit();
    return before;
  }

  it.each([
    ["at once", []],
    ["after another commit", ["b"]],
  ])("does not change the board after a deletion that moved it, if the event arrives %s", async (_, laterReports) => {
    await write(["a"], "a");
    const before = await moveToTrash("a", true);
    for (const id of laterReports) await write([id], id);
    const [entry, boardBefore] = [await read(db.doc("trash/a")), await read(board)];
    await deliver("a", { oldValue: before });
    expect([await read(db.doc("trash/a")), await read(board)]).toEqual([entry, boardBefore]);
  });

  it("makes all instances read all reports again once after a deletion into the trash that did not move the board, even if later commits did", async () => {
    await write(["a"], "a");
    const before = await moveToTrash("a", false);
    await write(["b"], "b");
    const { revision } = await read(board);
    await deliver("a", { oldValue: before });
    await deliver("a", { oldValue: before });
    expect(await read(board)).toMatchObject({ revision: revision + 1, issueId: "a", rereadAt: expect.any(Timestamp) });
    expect((await read(db.doc("trash/a"))).deletedBy).toBe("u1");
  });

  it("moves a report that was deleted without a trash entry to the trash once, and moves the board with the report's id", async () => {
    await write(["a"], "a");
    const before = await readReportDocument("a");
    await db.doc("issues/a").delete();
    await write(["b"], "b");
    const { revision } = await read(board);
    await deliver("a", { oldValue: before });
    await write(["c"], "c");
    await deliver("a", { oldValue: before });
    const { rereadAt, ...after } = await read(board);
    expect([after, rereadAt]).toEqual([expect.objectContaining({ revision: revision + 2, issueId: "c" }), undefined]);
    expect(await read(db.doc("trash/a"))).toMatchObject({ issue: { title: "A report" }, deletedBy: "system" });
  });

  it("logs once that a deleted report is too large for the trash, and makes all instances read all reports again", async () => {
    await write(["large"], "large");
    await fillUp(db.doc("issues/large"));
    const before = await readReportDocument("large");
    await db.doc("issues/large").delete();
    const { revision } = await read(board);
    const logged = () => trigger.log().match(/"message":"[^"]*too large for the trash[^"]*"/g)?.length ?? 0;
    expect(logged()).toBe(0);
    await deliver("large", { oldValue: before });
    await eventually("The line in the log", async () => logged() || null);
    expect(logged()).toBe(1);
    expect(await read(board)).toMatchObject({ revision: revision + 1, issueId: "large" });
    expect((await read(board)).rereadAt).toBeInstanceOf(Timestamp);
    expect((await db.doc("trash/large").get()).exists).toBe(false);
    const history = await db.collection("history").where("issueId", "==", "large").get();
    expect(history.docs.map((entry) => entry.get("kind"))).toContain("deleted");
  });

  it("makes all instances read all reports again if the event is more than an hour late", async () => {
    await write(["a"], "a");
    const { updateTime: _, fields } = await readReportDocument("a");
    const hoursAgo = new Date(Date.now() - 3 * 60 * 60_000).toISOString();
    const stamped = { ...fields, updatedAt: { timestampValue: hoursAgo } };
    const event = { ...(await readReportDocument("a")), updateTime: hoursAgo, createTime: hoursAgo, fields: stamped };
    expect(await isRepaired("a", event)).toBe(true);
    expect((await read(board)).rereadAt).toBeInstanceOf(Timestamp);
  });
});
