import { getStorage } from "firebase-admin/storage";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person, upload } from "../support/actors.ts";
import { runJob } from "../support/functions-process.ts";
import { patient } from "../support/patience.ts";
import { db, eventually, ORIGIN, uniqueId } from "../support/suite.ts";

let member: Person;
let otherMember: Person;
let admin: Person;
beforeAll(async () => {
  [member, otherMember, admin] = await Promise.all([newMember(), newMember(), newAdmin()]);
});

// Each job starts a process, which takes long.
vi.setConfig({ testTimeout: patient(120_000) });

const HOUR_MS = 60 * 60_000;
/** Options that make a job run as if these hours had passed. */
const hoursLater = (hours: number) => ["--now", new Date(Date.now() + hours * HOUR_MS).toISOString()] as const;
const daysLater = (days: number) => hoursLater(24 * days);
const sweep = (...options: string[]) => runJob("sweep", ...options);
const purge = (...options: string[]) => runJob("purge", ...options);

interface UploadedFile {
  issueId: string;
  path: string;
  attachment: { name: string; size: number; type: string; url: string };
}

const filePath = (issueId: string, fileId = "f-1") => `attachments/${member.uid}/${issueId}/${fileId}`;

/** Uploads a file for a report that need not exist. */
async function uploadFile(issueId = uniqueId("i"), fileId?: string): Promise<UploadedFile> {
  const path = filePath(issueId, fileId);
  expect(await upload(member, path, new TextEncoder().encode("log"), "text/plain")).toBe(200);
  return { issueId, path, attachment: { name: "a.log", size: 3, type: "text/plain", url: `/api/${path}` } };
}

/** Uploads a file and files a report that lists it. Returns the file, with the report's id. */
async function fileReportWithFile(): Promise<UploadedFile> {
  const uploadedFile = await uploadFile();
  await fileReport(member, { id: uploadedFile.issueId, attachments: [uploadedFile.attachment] });
  return uploadedFile;
}

/** Files a report with a file and moves it to the trash. Returns the file, with the report's id. */
async function fileAndDeleteReport(): Promise<UploadedFile> {
  const uploadedFile = await fileReportWithFile();
  expect((await call("DELETE", `/api/issues/${uploadedFile.issueId}`, { as: admin })).status).toBe(200);
  return uploadedFile;
}

const isFileStored = async (path: string) => (await getStorage().bucket().file(path).exists())[0];
const documentExists = async (path: string) => (await db.doc(path).get()).exists;

/** Reads a file through the API as another member. Returns the HTTP status. */
async function readFileStatus({ attachment }: UploadedFile): Promise<number> {
  const headers = { authorization: `Bearer ${otherMember.idToken}` };
  return (await fetch(`${ORIGIN}${attachment.url}`, { headers })).status;
}

/** Restores a report as an admin; returns the HTTP status. */
const restore = async (id: string): Promise<number> =>
  (await call("POST", `/api/trash/${id}/restore`, { as: admin, body: {} })).status;

describe("the sweep", () => {
  test("threat 20: a file whose report was never filed is deleted once it is 12 hours old", async () => {
    const unfiledUpload = await uploadFile();
    const filedUpload = await fileReportWithFile();
    await sweep();
    expect(await isFileStored(unfiledUpload.path)).toBe(true);

    expect(await sweep(...hoursLater(13))).toMatch(/^Of \d+ files? [1-9]\d* that nothing lists were removed, 0 stayed/);
    expect(await isFileStored(unfiledUpload.path)).toBe(false);
    expect(await documentExists(`issues/${unfiledUpload.issueId}`)).toBe(false);
    expect(await readFileStatus(filedUpload)).toBe(200);
  });

  test("threat 20: an unlisted file in a filed report's folder is deleted too", async () => {
    const listedFile = await fileReportWithFile();
    const unlistedFile = await uploadFile(listedFile.issueId, "f-2");
    await sweep(...hoursLater(13));
    expect([await isFileStored(listedFile.path), await isFileStored(unlistedFile.path)]).toEqual([true, false]);
  });

  test("threat 25: the files of a report with an unreadable attachment list are kept", async () => {
    const { issueId, path } = await fileReportWithFile();
    await db.doc(`issues/${issueId}`).update({ attachments: "[" });
    await sweep(...hoursLater(13));
    expect(await isFileStored(path)).toBe(true);
  });

  test("can run twice at the same time", async () => {
    const unfiledUpload = await uploadFile();
    await Promise.all([sweep(...hoursLater(13)), sweep(...hoursLater(13))]);
    expect(await isFileStored(unfiledUpload.path)).toBe(false);
  });
});

describe("the trash", () => {
  test("threat 30: a report restored after sweep and purge have run has its files", async () => {
    const report = await fileAndDeleteReport();
    await sweep(...hoursLater(13));
    await purge(...daysLater(29));
    await sweep(...daysLater(29));
    expect(await restore(report.issueId)).toBe(200);
    await sweep(...daysLater(60));
    await purge(...daysLater(60));
    expect(await readFileStatus(report)).toBe(200);
    expect((await call("GET", `/api/issues/${report.issueId}`, { as: otherMember })).status).toBe(200);
  });

  test("a report and its files are deleted for good after 30 days", async () => {
    const report = await fileAndDeleteReport();
    expect(await purge(...daysLater(31))).toMatch(/^[1-9]\d* deleted reports? and [1-9]\d* files? were removed/);
    expect([await documentExists(`trash/${report.issueId}`), await isFileStored(report.path)]).toEqual([false, false]);
    expect(await restore(report.issueId)).toBe(404);
    expect(await documentExists(`issues/${report.issueId}`)).toBe(false);
  });

  test("the former texts of a report are hidden with it, and deleted for good with it", async () => {
    const { id } = await fileReport(member, { title: "With a secret" });
    const body = { title: "Without it", description: "See title.", priority: "LOW" };
    expect((await call("PUT", `/api/issues/${id}/texts`, { as: member, body })).status).toBe(200);
    const history = db.collection("history").where("issueId", "==", id);
    const { docs: events } = await history.get();
    const edit = events.find((event) => event.get("kind") === "edited")!;
    const readFormerTexts = () => call("GET", `/api/history/${edit.id}`, { as: otherMember });
    expect((await readFormerTexts()).body.former).toMatchObject({ title: "With a secret" });
    expect((await call("DELETE", `/api/issues/${id}`, { as: admin })).status).toBe(200);
    expect((await readFormerTexts()).status).toBe(404);
    expect((await history.get()).size).toBe(3);
    await purge(...daysLater(31));
    expect((await history.get()).size).toBe(0);
  });

  test("a report whose purge was interrupted cannot be restored, and the next purge deletes its file", async () => {
    const report = await fileAndDeleteReport();
    // Change the trash entry as the first step of a purge does.
    const { issue: _, ...entryWithoutReport } = (await db.doc(`trash/${report.issueId}`).get()).data()!;
    await db.doc(`trash/${report.issueId}`).set({ ...entryWithoutReport, files: [report.path] });
    expect(await restore(report.issueId)).toBe(404);
    await purge(...daysLater(31));
    expect([await documentExists(`trash/${report.issueId}`), await isFileStored(report.path)]).toEqual([false, false]);
  });

  test("threat 30: a report restored while a purge runs is restored with its files or deleted with them", async () => {
    const ids = await createTrashEntries(40);
    const purging = purge(...daysLater(31));
    // The purge starts with the oldest entry, and the restores below with the newest.
    await eventually("the purge of the oldest entry", async () =>
      (await documentExists(`trash/${ids[0]}`)) ? null : true,
    );
    const isRestored = new Map<string, boolean>();
    for (const id of ids.toReversed()) isRestored.set(id, (await restore(id)) === 200);
    await purging;
    for (const id of ids) {
      const [report, entry, file] = await Promise.all([
        documentExists(`issues/${id}`),
        documentExists(`trash/${id}`),
        isFileStored(filePath(id)),
      ]);
      expect({ report, file, entry }).toEqual({ report: isRestored.get(id), file: isRestored.get(id), entry: false });
    }
  });
});

/** Creates trash entries with a file each. Their purge dates are one second apart. Returns their ids, oldest first. */
async function createTrashEntries(count: number): Promise<string[]> {
  const entryTemplate = (await db.doc(`trash/${(await fileAndDeleteReport()).issueId}`).get()).data()!;
  const ids = Array.from({ length: count }, () => uniqueId("i"));
  const batch = db.batch();
  for (const [index, id] of ids.entries()) {
    const attachments = [{ ...entryTemplate.issue.attachments[0], path: filePath(id) }];
    const purgeAt = new Date(entryTemplate.purgeAt.toMillis() + index * 1000);
    batch.set(db.doc(`trash/${id}`), { ...entryTemplate, issue: { ...entryTemplate.issue, attachments }, purgeAt });
  }
  await batch.commit();
  for (const id of ids)
    await getStorage().bucket().file(filePath(id)).save("log", { contentType: "text/plain", resumable: false });
  return ids;
}
