import { FieldValue, type QueryDocumentSnapshot, Timestamp } from "firebase-admin/firestore";
import { adminDb } from "../firestore/admin.ts";
import { storedAttachments } from "../firestore/stored-report.ts";
import { reportIdOf } from "./listed-files.ts";
import type { ExpiredEntry } from "./purge.ts";

const PAGE_SIZE = 100;
const MAX_DELETES_PER_BATCH = 500;
const GRPC_NOT_FOUND = 5;
const GRPC_FAILED_PRECONDITION = 9;

/** Pages of trash entries whose `purgeAt` is `now` or earlier, oldest first. */
export async function* expiredEntryPages(now: Date): AsyncGenerator<ExpiredEntry[]> {
  const trash = (await adminDb()).collection("trash");
  // startAfter() needs the field `purgeAt`, by which the query is ordered.
  const expired = trash.where("purgeAt", "<=", now).orderBy("purgeAt").select("deletedAt", "purgeAt");
  const firstPage = expired.limit(PAGE_SIZE);
  let cursor: QueryDocumentSnapshot | undefined;
  do {
    const { docs } = await (cursor === undefined ? firstPage : firstPage.startAfter(cursor)).get();
    cursor = docs.length < PAGE_SIZE ? undefined : docs.at(-1);
    if (docs.length > 0) yield docs.map(toExpiredEntry);
  } while (cursor !== undefined);
}

function toExpiredEntry(document: QueryDocumentSnapshot): ExpiredEntry {
  const deletedAt: unknown = document.get("deletedAt");
  return {
    id: document.id,
    deletedAt: deletedAt instanceof Timestamp ? deletedAt.toDate() : null,
    updateTime: document.updateTime,
  };
}

/**
 * Replaces the report in a trash entry by the paths of its files, so that nobody can restore the report. Returns these
 * paths, or `null` if the entry has changed. If somebody has created the report again by hand, it may use the files:
 * deletes only the entry and returns `null`.
 */
export async function blockRestore({ id, updateTime }: ExpiredEntry): Promise<string[] | null> {
  const db = await adminDb();
  const precondition = { lastUpdateTime: updateTime };
  const refs = [db.doc(`trash/${id}`), db.doc(`issues/${id}`)];
  // The transaction reads both documents as they are at the same moment.
  const [entry, report] = await db.runTransaction((transaction) => transaction.getAll(...refs), { readOnly: true });
  if (!entry?.exists || !entry.updateTime?.isEqual(updateTime)) return null;
  // An earlier purge, which was interrupted, may have replaced the report by the paths already.
  const storedPaths: unknown = entry.get("files");
  if (Array.isArray(storedPaths) && entry.get("issue") === undefined) return storedPaths.map(String);
  const paths = storedAttachments(entry.get("issue") ?? {}).map(({ path }) => path);
  // A damaged list may name the files of another report.
  const files = paths.filter((path) => reportIdOf(path) === id);
  try {
    if (report?.exists) {
      await entry.ref.delete(precondition);
      return null;
    }
    await entry.ref.update({ issue: FieldValue.delete(), files }, precondition);
    return files;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === GRPC_FAILED_PRECONDITION || code === GRPC_NOT_FOUND) return null;
    throw error;
  }
}

/** Deletes all events in the history of a report. */
export async function deleteHistory(issueId: string): Promise<void> {
  const db = await adminDb();
  const events = db.collection("history").where("issueId", "==", issueId).select().limit(MAX_DELETES_PER_BATCH);
  for (let page = await events.get(); !page.empty; page = await events.get()) {
    const batch = db.batch();
    for (const { ref } of page.docs) batch.delete(ref);
    await batch.commit();
  }
}

export async function deleteEntry(id: string): Promise<void> {
  await (await adminDb()).doc(`trash/${id}`).delete();
}
