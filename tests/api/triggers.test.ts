import { beforeAll, describe, expect, it } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { boardMovesSince, boardRevision } from "../support/board-moves.ts";
import { db, eventually, FIRESTORE, functionsOrigin, PROJECT, uniqueId } from "../support/suite.ts";

let member: Person;
let admin: Person;
beforeAll(async () => {
  member = await newMember();
  admin = await newAdmin();
});

interface HistoryEntry {
  id: string;
  kind: string;
  from: string | null;
  to: string | null;
  by: string;
}

async function readHistory(issueId: string): Promise<(HistoryEntry & { at: number })[]> {
  const { docs } = await db.collection("history").where("issueId", "==", issueId).get();
  return docs
    .map((doc) => ({ ...(doc.data() as HistoryEntry), id: doc.id, at: doc.get("at").toMillis() as number }))
    .sort((a, b) => a.at - b.at);
}

function waitForHistory(issueId: string, length: number): Promise<(HistoryEntry & { at: number })[]> {
  return eventually(`${length} history entries`, async () => {
    const entries = await readHistory(issueId);
    return entries.length >= length ? entries : null;
  });
}

/** How often the board has moved for a report since a revision of the board. */
async function countMoves(id: string, sinceRevision: number): Promise<number> {
  return (await boardMovesSince(sinceRevision)).filter((movedId) => movedId === id).length;
}

async function findListedReport(id: string): Promise<{ title: string } | null> {
  const { body } = await call("GET", "/api/issues", { as: member });
  return [...body.bugs, ...body.features].find((issue: { id: string }) => issue.id === id) ?? null;
}

/** Files a report and requests the list, so that the API has the report in its cache. */
async function fileCachedReport(): Promise<string> {
  const { id } = await fileReport(member);
  await findListedReport(id);
  return id;
}

describe("the history", () => {
  it("has one entry for each event of a report, with the member who caused it", async () => {
    const { id } = await fileReport(member);
    await call("PUT", `/api/issues/${id}`, { as: admin, body: { status: "IN_PROGRESS" } });
    const { body } = await call("POST", "/api/issues/amendment", {
      as: member,
      body: { issueId: id, text: "Thanks." },
    });
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    const entries = await waitForHistory(id, 4);
    expect(entries.map(({ kind, from, to, by }) => ({ kind, from, to, by }))).toEqual([
      { kind: "created", from: null, to: "OPEN", by: member.uid },
      { kind: "status", from: "OPEN", to: "IN_PROGRESS", by: admin.uid },
      { kind: "amended", from: null, to: body.amendment.id, by: member.uid },
      { kind: "deleted", from: "IN_PROGRESS", to: null, by: admin.uid },
    ]);
  });

  it("threat 26: has one entry for an event that is delivered twice", async () => {
    const { id } = await fileReport(member);
    // The suite has delivered the report's creation already, as an event with another id.
    await waitForHistory(id, 1);
    const eventId = uniqueId("event");
    const creation = { value: await readReportDocument(id) };
    await deliver(eventId, id, creation);
    expect(await readHistory(id)).toHaveLength(2);
    await deliver(eventId, id, creation);
    expect(await readHistory(id)).toHaveLength(2);
    expect((await db.doc(`history/${eventId}`).get()).data()).toMatchObject({
      issueId: id,
      kind: "created",
      by: member.uid,
    });
  });

  it("threat 26: does not change if all events are delivered again in reverse order, and neither do the board and the trash", async () => {
    const { id } = await fileReport(member);
    const createdReport = await readReportDocument(id);
    await call("PUT", `/api/issues/${id}`, { as: admin, body: { status: "IN_PROGRESS" } });
    const steppedReport = await readReportDocument(id);
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    const entries = await waitForHistory(id, 3);
    expect(entries.map(({ kind }) => kind)).toEqual(["created", "status", "deleted"]);
    const revision = await boardRevision();
    const readBoardAndTrash = async () => ({
      moves: await countMoves(id, revision),
      trashVersion: (await db.doc(`trash/${id}`).get()).updateTime,
      isReportStored: (await db.doc(`issues/${id}`).get()).exists,
    });
    const before = await readBoardAndTrash();

    const changes = [
      { value: createdReport },
      { oldValue: createdReport, value: steppedReport },
      { oldValue: steppedReport },
    ];
    // `changes` and `entries` have the same order.
    for (const index of [2, 1, 0]) await deliver(entries[index]!.id, id, changes[index]!);
    expect(await readHistory(id)).toEqual(entries);
    // With new ids the same changes become further entries, and the history sorts all by the time of the writes.
    for (const index of [2, 0, 1]) await deliver(uniqueId("late"), id, changes[index]!);
    expect((await readHistory(id)).map(({ kind, by }) => ({ kind, by }))).toEqual(
      entries.flatMap(({ kind, by }) => [
        { kind, by },
        { kind, by },
      ]),
    );
    expect(await readBoardAndTrash()).toEqual(before);
  });

  it("is written without a move of the board: filing and deleting a report move it once each", async () => {
    const revisionBefore = await boardRevision();
    const { id } = await fileReport(member);
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    await waitForHistory(id, 2);
    expect(await countMoves(id, revisionBefore)).toBe(2);
    expect((await db.doc(`trash/${id}`).get()).get("deletedBy")).toBe(admin.uid);
  });
});

/** A report in the format of Firestore's events. */
async function readReportDocument(issueId: string): Promise<object> {
  const response = await fetch(`${FIRESTORE}/v1/${documentName(issueId)}`, {
    headers: { authorization: "Bearer owner" },
  });
  return (await response.json()) as object;
}

const documentName = (issueId: string) => `projects/${PROJECT}/databases/(default)/documents/issues/${issueId}`;

/** Delivers the event of a report's change to the functions emulator, as Firestore does. */
async function deliver(eventId: string, issueId: string, data: { oldValue?: object; value?: object }): Promise<void> {
  const event = {
    specversion: "1.0",
    id: eventId,
    type: "google.cloud.firestore.document.v1.written",
    source: `//firestore.googleapis.com/projects/${PROJECT}/databases/(default)`,
    time: new Date().toISOString(),
    datacontenttype: "application/json",
    project: PROJECT,
    database: "(default)",
    document: `issues/${issueId}`,
    data,
  };
  const triggerPath = `functions/projects/${PROJECT}/triggers/us-central1-onIssueWritten-0`;
  const response = await fetch(`${await functionsOrigin()}/${triggerPath}`, {
    method: "POST",
    headers: { "content-type": "application/cloudevents+json" },
    body: JSON.stringify(event),
  });
  expect({ status: response.status, text: await response.text() }).toMatchObject({ status: 200 });
}

describe("a write that bypasses the rules", () => {
  it("appears in all lists soon if it adds a report with old dates", async () => {
    const id = await fileCachedReport();
    const importedId = uniqueId("copy");
    const fields = (await db.doc(`issues/${id}`).get()).data()!;
    const oldDate = new Date("2024-01-01T00:00:00Z");
    await db.doc(`issues/${importedId}`).set({ ...fields, title: "Imported", createdAt: oldDate, updatedAt: oldDate });
    await eventually("the import in the list", () => findListedReport(importedId));
    expect(await waitForHistory(importedId, 1)).toMatchObject([{ kind: "created", to: "OPEN" }]);
  });

  it("appears in all lists soon if it changes a report", async () => {
    const id = await fileCachedReport();
    await db.doc(`issues/${id}`).update({ title: "Changed in the console" });
    await eventually("the change in the list", async () =>
      (await findListedReport(id))?.title === "Changed in the console" ? true : null,
    );
  });

  it("appears in all lists soon if it changes a report and sets a recent date", async () => {
    const id = await fileCachedReport();
    await db.doc(`issues/${id}`).update({ title: "Changed by a script", updatedAt: new Date() });
    await eventually("the change in the list", async () =>
      (await findListedReport(id))?.title === "Changed by a script" ? true : null,
    );
  });

  it("appears in all lists soon if it restores a report, which leaves the trash", async () => {
    const { id } = await fileReport(member);
    const fields = (await db.doc(`issues/${id}`).get()).data()!;
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    await waitForHistory(id, 2);
    await db.doc(`issues/${id}`).set(fields);
    await eventually("the report in the list again", () => findListedReport(id));
    await eventually("the trash without the report", async () =>
      (await db.doc(`trash/${id}`).get()).exists ? null : true,
    );
    expect(await findListedReport(id)).not.toBeNull();
  });

  it("appears in all lists soon if it deletes a report, which is moved to the trash", async () => {
    const { id } = await fileReport(member);
    const fields = (await db.doc(`issues/${id}`).get()).data();
    await db.doc(`issues/${id}`).delete();
    // Wait for the trigger first: an instance that starts now does not list the report even without the trigger.
    const trashEntry = await eventually(
      "the trash entry",
      async () => (await db.doc(`trash/${id}`).get()).data() ?? null,
    );
    await eventually("the report out of the list", async () => ((await findListedReport(id)) === null ? true : null));
    expect(trashEntry).toMatchObject({ issue: fields, deletedBy: "system" });
    expect((await waitForHistory(id, 2)).at(-1)).toMatchObject({
      kind: "deleted",
      from: "OPEN",
      to: null,
      by: "system",
    });
  });
});
