import { type Board, SNAPSHOT_AFTER } from "../board/board.ts";
import { type SavedHead, savedHead, saveSnapshot } from "../board/snapshot-file.ts";
import { FORMAT } from "../board/snapshot-format.ts";
import { readDocuments } from "../firestore/admin-documents.ts";
import { type Head, readHead, type SeenHead } from "../firestore/board-head.ts";

const LONG_MS = 24 * 60 * 60_000;

/**
 * Puts a snapshot of the board by, for instances that start cold (design section 7), once many changes came since the last
 * one, or any and it is a day old, or where no instance of this version could use the last one. Gives what it did, in a
 * sentence.
 */
export async function snapshotJob(board: Board): Promise<string> {
  const head = await presentHead();
  if (head === null || head.revision < SNAPSHOT_AFTER) return `Before ${SNAPSHOT_AFTER} changes no snapshot is needed.`;
  const saved = await savedHead();
  if (saved !== null && !isDue(saved, head))
    return `The snapshot of revision ${saved.revision} is good enough for ${head.revision}.`;
  return await putBy(board, head);
}

/** Puts a snapshot of the board by, good enough or not. */
export async function renewSnapshot(board: Board): Promise<void> {
  const head = await presentHead();
  if (head !== null) await putBy(board, head);
}

async function presentHead(): Promise<SeenHead | null> {
  const read = await readDocuments(["boards/main"]);
  if ("refusal" in read) throw new Error(`Firestore could not be read: ${read.refusal}.`);
  return readHead(read.documents[0] ?? null, read.readTime);
}

async function putBy(board: Board, head: SeenHead): Promise<string> {
  const reports = await board.at(head);
  await saveSnapshot({ head, reports });
  return `A snapshot of revision ${head.revision} with ${reports.all.length} reports was put by.`;
}

/** Whether the snapshot taken at `saved` should be followed by one at `now`. */
function isDue(saved: SavedHead, now: Head): boolean {
  if (saved.format !== FORMAT || saved.lineage !== now.lineage || saved.revision > now.revision) return true;
  const changes = now.revision - saved.revision;
  return changes >= SNAPSHOT_AFTER || (changes > 0 && now.readTime - saved.readTime >= LONG_MS);
}
