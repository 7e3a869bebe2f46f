import { getStorage } from "firebase-admin/storage";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person, upload } from "../support/actors.ts";
import { runJob } from "../support/functions-process.ts";
import { db, eventually, FIRESTORE, ORIGIN, PROJECT, uniqueId } from "../support/suite.ts";

let member: Person;
let other: Person;
let admin: Person;
beforeAll(async () => {
  [member, other, admin] = await Promise.all([newMember(), newMember(), newAdmin()]);
});

// Each job starts a process, which takes long.
vi.setConfig({ testTimeout: 120_000 });

const HOURS = 60 * 60_000;
const inHours = (hours: number) => ["--now", new Date(Date.now() + hours * HOURS).toISOString()] as const;
const sweep = (...options: string[]) => runJob("sweep", ...options);
const purge = (...options: string[]) => runJob("purge", ...options);

interface Uploaded {
  issueId: string;
  path: string;
  attachment: { name: string; size: number; type: string; url: string };
}

async function uploadFile(issueId = uniqueId("i"), fileId = "f-1"): Promise<Uploaded> {
  const path = `attachments/${member.uid}/${issueId}/${fileId}`;
  expect(await upload(member, path, new TextEncoder().encode("log"), "text/plain")).toBe(200);
  return { issueId, path, attachment: { name: "a.log", size: 3, type: "text/plain", url: `/api/${path}` } };
}

async function fileWithAttachment(): Promise<Uploaded> {
  const uploaded = await uploadFile();
  await fileReport(member, { id: uploaded.issueId, attachments: [uploaded.attachment] });
  return uploaded;
}

async function fileAndDelete(): Promise<Uploaded> {
  const uploaded = await fileWithAttachment();
  expect((await call("DELETE", `/api/issues/${uploaded.issueId}`, { as: admin })).status).toBe(200);
  return uploaded;
}

const isStored = async (path: string) => (await getStorage().bucket().file(path).exists())[0];
const documentExists = async (path: string) => (await db.doc(path).get()).exists;

async function readStatus({ attachment }: Uploaded): Promise<number> {
  const headers = { authorization: `Bearer ${other.idToken}` };
  return (await fetch(`${ORIGIN}${attachment.url}`, { headers })).status;
}

/** Restores a report as an admin by a direct call of Firestore; returns the HTTP status. */
async function restore(id: string): Promise<number> {
  const documents = `projects/${PROJECT}/databases/(default)/documents`;
  const headers = { authorization: `Bearer ${admin.idToken}`, "content-type": "application/json" };
  const response = await fetch(`${FIRESTORE}/v1/${documents}/trash/${id}`, { headers });
  const entry = (await response.json()) as { fields?: { issue?: { mapValue: { fields: Record<string, unknown> } } } };
  const fields = entry.fields?.issue?.mapValue.fields ?? { title: { stringValue: "Back again" } };
  const now = (fieldPath: string) => ({ fieldPath, setToServerValue: "REQUEST_TIME" });
  const writes = [
    {
      update: {
        name: `${documents}/issues/${id}`,
        fields: { ...fields, updatedAt: undefined, updatedBy: { stringValue: admin.uid } },
      },
      updateTransforms: [now("updatedAt")],
      currentDocument: { exists: false },
    },
    { delete: `${documents}/trash/${id}`, currentDocument: { exists: true } },
    {
      update: { name: `${documents}/boards/main`, fields: { issueId: { stringValue: id } } },
      updateMask: { fieldPaths: ["issueId"] },
      updateTransforms: [now("changedAt"), { fieldPath: "revision", increment: { integerValue: "1" } }],
    },
  ];
  const body = JSON.stringify({ writes });
  return (await fetch(`${FIRESTORE}/v1/${documents}:commit`, { method: "POST", headers, body })).status;
}

describe("the sweep", () => {
  test("threat 20: a file whose report was never filed is deleted once it is 12 hours old", async () => {
    const unfiled = await uploadFile();
    const kept = await fileWithAttachment();
    await sweep();
    expect(await isStored(unfiled.path)).toBe(true);

    expect(await sweep(...inHours(13))).toMatch(/^Of \d+ files? [1-9]\d* that nothing lists were removed, 0 stayed/);
    expect(await isStored(unfiled.path)).toBe(false);
    expect(await documentExists(`issues/${unfiled.issueId}`)).toBe(false);
    expect(await readStatus(kept)).toBe(200);
  });

  test("threat 20: an unlisted file in a filed report's folder is deleted too", async () => {
    const kept = await fileWithAttachment();
    const beside = await uploadFile(kept.issueId, "f-2");
    await sweep(...inHours(13));
    expect([await isStored(kept.path), await isStored(beside.path)]).toEqual([true, false]);
  });

  test("threat 25: the files of a report with an unreadable attachment list are kept", async () => {
    const { issueId, path } = await fileWithAttachment();
    await db.doc(`issues/${issueId}`).update({ attachments: "[" });
    await sweep(...inHours(13));
    expect(await isStored(path)).toBe(true);
  });

  test("can run twice at once", async () => {
    const unfiled = await uploadFile();
    await Promise.all([sweep(...inHours(13)), sweep(...inHours(13))]);
    expect(await isStored(unfiled.path)).toBe(false);
  });
});

describe("the trash", () => {
  test("threat 30: a report restored after sweep and purge have run has its files", async () => {
    const report = await fileAndDelete();
    await sweep(...inHours(13));
    await purge(...inHours(29 * 24));
    await sweep(...inHours(29 * 24));
    expect(await restore(report.issueId)).toBe(200);
    await sweep(...inHours(60 * 24));
    await purge(...inHours(60 * 24));
    expect(await readStatus(report)).toBe(200);
    expect((await call("GET", `/api/issues/${report.issueId}`, { as: other })).status).toBe(200);
  });

  test("a report and its files are deleted for good after 30 days", async () => {
    const report = await fileAndDelete();
    expect(await purge(...inHours(31 * 24))).toMatch(/^[1-9]\d* deleted reports? and [1-9]\d* files? were removed/);
    expect([await documentExists(`trash/${report.issueId}`), await isStored(report.path)]).toEqual([false, false]);
    expect(await restore(report.issueId)).toBe(403);
    expect(await documentExists(`issues/${report.issueId}`)).toBe(false);
  });

  test("the former texts of a report are deleted for good with it", async () => {
    const { id } = await fileReport(member, { title: "With a secret" });
    const body = { title: "Without it", description: "See title.", priority: "LOW" };
    expect((await call("PUT", `/api/issues/${id}/texts`, { as: member, body })).status).toBe(200);
    expect((await call("DELETE", `/api/issues/${id}`, { as: admin })).status).toBe(200);
    const history = db.collection("history").where("issueId", "==", id);
    // The creation, the edit and the deletion, which a trigger records.
    const events = await eventually("the history is complete", async () => {
      const { docs } = await history.get();
      return docs.length === 3 ? docs : null;
    });
    const edit = events.find((event) => event.get("kind") === "edited")!;
    const readFormerTexts = () => call("GET", `/api/history/${edit.id}`, { as: other });
    expect((await readFormerTexts()).body.former).toMatchObject({ title: "With a secret" });
    await purge(...inHours(31 * 24));
    expect((await history.get()).size).toBe(0);
    expect((await readFormerTexts()).status).toBe(404);
  });

  test("an interrupted purge leaves nothing to restore, and the next one completes it", async () => {
    const report = await fileAndDelete();
    const { issue: _, ...entryWithoutReport } = (await db.doc(`trash/${report.issueId}`).get()).data()!;
    await db.doc(`trash/${report.issueId}`).set({ ...entryWithoutReport, files: [report.path] });
    expect(await restore(report.issueId)).toBe(403);
    await purge(...inHours(31 * 24));
    expect([await documentExists(`trash/${report.issueId}`), await isStored(report.path)]).toEqual([false, false]);
  });

  test("threat 30: a report restored while a purge runs is restored with its files or deleted with them", async () => {
    const ids = await createManyInTrash(40);
    const purging = purge(...inHours(31 * 24));
    // The purge starts with the oldest entry, and the restores below with the newest.
    await eventually("the purge of the oldest entry", async () =>
      (await documentExists(`trash/${ids[0]}`)) ? null : true,
    );
    const restored = new Map<string, boolean>();
    for (const id of ids.toReversed()) restored.set(id, (await restore(id)) === 200);
    await purging;
    for (const id of ids) {
      const [report, entry, file] = await Promise.all([
        documentExists(`issues/${id}`),
        documentExists(`trash/${id}`),
        isStored(pathOf(id)),
      ]);
      expect({ report, file, entry }).toEqual({ report: restored.get(id), file: restored.get(id), entry: false });
    }
  });
});

const pathOf = (issueId: string) => `attachments/${member.uid}/${issueId}/f-1`;

/** Creates trash entries with a file each, purged one second after another; returns their ids, the oldest first. */
async function createManyInTrash(count: number): Promise<string[]> {
  const model = (await db.doc(`trash/${(await fileAndDelete()).issueId}`).get()).data()!;
  const ids = Array.from({ length: count }, () => uniqueId("i"));
  const batch = db.batch();
  for (const [index, id] of ids.entries()) {
    const attachments = [{ ...model.issue.attachments[0], path: pathOf(id) }];
    const purgeAt = new Date(model.purgeAt.toMillis() + index * 1000);
    batch.set(db.doc(`trash/${id}`), { ...model, issue: { ...model.issue, attachments }, purgeAt });
  }
  await batch.commit();
  for (const id of ids)
    await getStorage().bucket().file(pathOf(id)).save("log", { contentType: "text/plain", resumable: false });
  return ids;
}
