import { FieldValue, type QueryDocumentSnapshot, Timestamp } from "firebase-admin/firestore";
import { adminDb } from "../firestore/admin.ts";
import { storedAttachments } from "../firestore/stored-report.ts";
import { reportOf } from "./listed-files.ts";
import type { DueEntry } from "./purge.ts";

const PAGE = 100;
const NOT_FOUND = 5;
const FAILED_PRECONDITION = 9;

/** Trash entries whose `purgeAt` is not after `now`, the oldest first. */
export async function* dueEntries(now: Date): AsyncGenerator<DueEntry[]> {
  const trash = (await adminDb()).collection("trash");
  const due = trash.where("purgeAt", "<=", now).orderBy("purgeAt").select("deletedAt", "purgeAt").limit(PAGE);
  let last: QueryDocumentSnapshot | undefined;
  do {
    const { docs } = await (last === undefined ? due : due.startAfter(last)).get();
    last = docs.length < PAGE ? undefined : docs.at(-1);
    if (docs.length > 0) yield docs.map(toEntry);
  } while (last !== undefined);
}

function toEntry(document: QueryDocumentSnapshot): DueEntry {
  const deletedAt: unknown = document.get("deletedAt");
  return {
    id: document.id,
    deletedAt: deletedAt instanceof Timestamp ? deletedAt.toDate() : null,
    version: document.updateTime,
  };
}

/** See `PurgeStores.close`. An entry whose report is in use goes itself, and its files stay. */
export async function closeEntry({ id, version }: DueEntry): Promise<string[] | null> {
  const db = await adminDb();
  const seen = { lastUpdateTime: version };
  const [entry, issue] = await db.runTransaction(
    (moment) => moment.getAll(db.doc(`trash/${id}`), db.doc(`issues/${id}`)),
    { readOnly: true },
  );
  if (!entry?.exists || !entry.updateTime?.isEqual(seen.lastUpdateTime)) return null;
  const closed: unknown = entry.get("files");
  if (Array.isArray(closed) && entry.get("issue") === undefined) return closed.map(String);
  const files = storedAttachments(entry.get("issue") ?? {}).flatMap(({ path }) => (reportOf(path) === id ? path : []));
  try {
    if (issue?.exists) await entry.ref.delete(seen);
    else await entry.ref.update({ issue: FieldValue.delete(), files }, seen);
    return issue?.exists ? null : files;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === FAILED_PRECONDITION || code === NOT_FOUND) return null;
    throw error;
  }
}

/** Removes a closed entry. */
export async function dropEntry(id: string): Promise<void> {
  await (await adminDb()).doc(`trash/${id}`).delete();
}
