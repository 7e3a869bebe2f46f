import { FieldValue, type QueryDocumentSnapshot, Timestamp } from "firebase-admin/firestore";
import { adminDb } from "../firestore/admin.ts";
import { storedAttachments } from "../firestore/stored-report.ts";
import { reportIdOf } from "./listed-files.ts";
import type { ExpiredEntry } from "./purge.ts";

const PAGE_SIZE = 100;
const MAX_DELETES_PER_BATCH = 500;
const NOT_FOUND = 5;
const FAILED_PRECONDITION = 9;

/** Pages of trash entries whose `purgeAt` is not after `now`, oldest first. */
export async function* expiredEntries(now: Date): AsyncGenerator<ExpiredEntry[]> {
  const trash = (await adminDb()).collection("trash");
  const expired = trash.where("purgeAt", "<=", now).orderBy("purgeAt").select("deletedAt", "purgeAt").limit(PAGE_SIZE);
  let last: QueryDocumentSnapshot | undefined;
  do {
    const { docs } = await (last === undefined ? expired : expired.startAfter(last)).get();
    last = docs.length < PAGE_SIZE ? undefined : docs.at(-1);
    if (docs.length > 0) yield docs.map(toEntry);
  } while (last !== undefined);
}

function toEntry(document: QueryDocumentSnapshot): ExpiredEntry {
  const deletedAt: unknown = document.get("deletedAt");
  return {
    id: document.id,
    deletedAt: deletedAt instanceof Timestamp ? deletedAt.toDate() : null,
    updateTime: document.updateTime,
  };
}

/** Implements `PurgeStores.close`. If the report exists again, the entry is deleted and its files are left alone. */
export async function closeEntry({ id, updateTime }: ExpiredEntry): Promise<string[] | null> {
  const db = await adminDb();
  const precondition = { lastUpdateTime: updateTime };
  const [entry, issue] = await db.runTransaction((read) => read.getAll(db.doc(`trash/${id}`), db.doc(`issues/${id}`)), {
    readOnly: true,
  });
  if (!entry?.exists || !entry.updateTime?.isEqual(updateTime)) return null;
  // An entry that an interrupted purge has closed has its files instead of the report.
  const closedFiles: unknown = entry.get("files");
  if (Array.isArray(closedFiles) && entry.get("issue") === undefined) return closedFiles.map(String);
  const paths = storedAttachments(entry.get("issue") ?? {}).map(({ path }) => path);
  const files = paths.filter((path) => reportIdOf(path) === id);
  try {
    if (issue?.exists) {
      await entry.ref.delete(precondition);
      return null;
    }
    await entry.ref.update({ issue: FieldValue.delete(), files }, precondition);
    return files;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === FAILED_PRECONDITION || code === NOT_FOUND) return null;
    throw error;
  }
}

/** Implements `PurgeStores.deleteHistory`. */
export async function deleteHistory(issueId: string): Promise<void> {
  const db = await adminDb();
  const events = db.collection("history").where("issueId", "==", issueId).select().limit(MAX_DELETES_PER_BATCH);
  for (let { docs } = await events.get(); docs.length > 0; { docs } = await events.get()) {
    const batch = db.batch();
    for (const { ref } of docs) batch.delete(ref);
    await batch.commit();
  }
}

/** Deletes a closed entry. */
export async function deleteEntry(id: string): Promise<void> {
  await (await adminDb()).doc(`trash/${id}`).delete();
}
