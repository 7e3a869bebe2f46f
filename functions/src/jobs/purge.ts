import { FieldValue, type QueryDocumentSnapshot, type Timestamp } from "firebase-admin/firestore";
import { adminDb } from "../firestore/admin.ts";
import { allStoredAttachments } from "../firestore/stored-report.ts";
import { findListedPaths, reportIdOf } from "./listed-files.ts";
import { pluralize } from "./pluralize.ts";
import { saveSnapshotIfDue } from "./save-snapshot.ts";
import { deleteFile } from "./stored-files.ts";

/** A trash entry whose `purgeAt` has passed. */
export type ExpiredEntry = { id: string; updateTime: Timestamp };

/** The functions with which a purge reads and changes Firestore and Storage; tests replace them. */
const OPERATIONS = {
  saveSnapshotIfDue,
  expiredEntryPages,
  blockRestore,
  findListedPaths,
  deleteFile,
  deleteHistory,
  deleteEntry,
};
export type PurgeOperations = typeof OPERATIONS;

// The entries of a page are purged at the same time.
const PAGE_SIZE = 8;
const MAX_BATCH_WRITES = 500;

/** Deletes expired reports for good, their trash entries last, so that the next run can continue. Returns a summary. */
export async function purge(now: Date, operations: PurgeOperations = OPERATIONS): Promise<string> {
  const counts = { purged: 0, files: 0, remaining: 0 };
  // A new instance starts from the snapshot and learns of later deletions from the trash only. So the snapshot must be
  // newer than the deletion of every expired report.
  await operations.saveSnapshotIfDue();
  for await (const page of operations.expiredEntryPages(now)) {
    const purgeEntry = async (entry: ExpiredEntry): Promise<void> => {
      const paths = await operations.blockRestore(entry);
      const deletedFileCount = paths === null ? null : await deleteFiles(operations, paths);
      if (deletedFileCount === null) {
        counts.remaining += 1;
        return;
      }
      await operations.deleteHistory(entry.id);
      await operations.deleteEntry(entry.id);
      counts.purged += 1;
      counts.files += deletedFileCount;
    };
    await Promise.all(page.map(purgeEntry));
  }
  return `${pluralize(counts.purged, "deleted report")} and ${pluralize(counts.files, "file")} were removed for good; ${counts.remaining} could not be purged yet.`;
}

/** Deletes the files that no report lists; returns their number, or `null` if a file could not be deleted. */
async function deleteFiles(operations: PurgeOperations, paths: readonly string[]): Promise<number | null> {
  const listedPaths = await operations.findListedPaths(paths);
  const unlistedPaths = paths.filter((path) => !listedPaths.has(path));
  const results = await Promise.all(unlistedPaths.map((path) => operations.deleteFile(path)));
  return results.includes(false) ? null : unlistedPaths.length;
}

/** Pages of trash entries whose `purgeAt` is `now` or earlier, oldest first. */
async function* expiredEntryPages(now: Date): AsyncGenerator<ExpiredEntry[]> {
  const trash = (await adminDb()).collection("trash");
  // startAfter() needs the field `purgeAt`, by which the query is ordered.
  const expired = trash.where("purgeAt", "<=", now).orderBy("purgeAt").select("purgeAt");
  const pageQuery = expired.limit(PAGE_SIZE);
  let cursor: QueryDocumentSnapshot | undefined;
  do {
    const { docs } = await (cursor === undefined ? pageQuery : pageQuery.startAfter(cursor)).get();
    cursor = docs.length < PAGE_SIZE ? undefined : docs.at(-1);
    if (docs.length > 0) yield docs.map(({ id, updateTime }) => ({ id, updateTime }));
  } while (cursor !== undefined);
}

/**
 * Replaces the report in an entry by the paths of its files, so that nobody can restore a report whose files are being
 * deleted. Returns these paths, or `null` if the files must stay.
 */
async function blockRestore({ id, updateTime }: ExpiredEntry): Promise<string[] | null> {
  const db = await adminDb();
  return await db.runTransaction(async (transaction) => {
    const [entry, report] = await transaction.getAll(db.doc(`trash/${id}`), db.doc(`issues/${id}`));
    if (!entry?.updateTime?.isEqual(updateTime)) return null;
    // An earlier purge, which was interrupted, may have replaced the report by the paths already.
    const storedPaths: unknown = entry.get("files");
    if (Array.isArray(storedPaths) && entry.get("issue") === undefined) return storedPaths.map(String);
    // Somebody has created the report again by hand, so it may use the files.
    if (report?.exists) {
      transaction.delete(entry.ref);
      return null;
    }
    const paths = allStoredAttachments(entry.get("issue") ?? {}).map(({ path }) => path);
    // A damaged list may name the files of another report.
    const files = paths.filter((path) => reportIdOf(path) === id);
    transaction.update(entry.ref, { issue: FieldValue.delete(), files });
    return files;
  });
}

async function deleteHistory(issueId: string): Promise<void> {
  const db = await adminDb();
  const events = db.collection("history").where("issueId", "==", issueId).select().limit(MAX_BATCH_WRITES);
  for (let page = await events.get(); !page.empty; page = await events.get()) {
    const batch = db.batch();
    for (const { ref } of page.docs) batch.delete(ref);
    await batch.commit();
  }
}

async function deleteEntry(id: string): Promise<void> {
  await (await adminDb()).doc(`trash/${id}`).delete();
}
