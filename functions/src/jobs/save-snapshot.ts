import { type Board, MIN_SNAPSHOT_REVISION } from "../board/board.ts";
import { readSnapshotHead, type SnapshotHead, saveSnapshot } from "../board/snapshot-file.ts";
import { FORMAT } from "../board/snapshot-format.ts";
import { readDocumentsAsAdmin } from "../firestore/admin-documents.ts";
import { type BoardHead, readBoardHead, type StoredBoardHead } from "../firestore/board-head.ts";

const MAX_AGE_MS = 24 * 60 * 60_000;

/**
 * Saves a snapshot of the board if it is due: the last one lacks many changes, is a day old and lacks a change, or
 * cannot be used. Returns a summary.
 */
export async function snapshotJob(board: Board): Promise<string> {
  const head = await readCurrentHead();
  if (head === null || head.revision < MIN_SNAPSHOT_REVISION)
    return `Before ${MIN_SNAPSHOT_REVISION} changes no snapshot is needed.`;
  const last = await readSnapshotHead();
  if (last !== null && !isDue(last, head))
    return `The snapshot of revision ${last.revision} is good enough for ${head.revision}.`;
  return await save(board, head);
}

/** Saves a snapshot of the board even if it is not due. */
export async function renewSnapshot(board: Board): Promise<void> {
  const head = await readCurrentHead();
  if (head !== null) await save(board, head);
}

/** The board's head as it is now. */
export async function readCurrentHead(): Promise<StoredBoardHead | null> {
  const read = await readDocumentsAsAdmin(["boards/main"]);
  if ("refusal" in read) throw new Error(`Firestore could not be read: ${read.refusal}.`);
  return readBoardHead(read.documents[0] ?? null, read.readTime);
}

async function save(board: Board, head: StoredBoardHead): Promise<string> {
  const reports = await board.reportsAt(head);
  await saveSnapshot({ head, reports });
  return `A snapshot of revision ${head.revision} with ${reports.all.length} reports was saved.`;
}

/** Whether the last snapshot should be replaced by one of the current head. */
function isDue(last: SnapshotHead, current: BoardHead): boolean {
  if (last.format !== FORMAT || last.lineage !== current.lineage || last.revision > current.revision) return true;
  const changes = current.revision - last.revision;
  return changes >= MIN_SNAPSHOT_REVISION || (changes > 0 && current.readTime - last.readTime >= MAX_AGE_MS);
}
