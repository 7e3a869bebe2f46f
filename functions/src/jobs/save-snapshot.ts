import { board, readCurrentHead } from "../board/process-board.ts";
import { readSnapshotHead, type SnapshotHead, saveSnapshot } from "../board/snapshot-file.ts";
import { SNAPSHOT_FORMAT } from "../board/snapshot-format.ts";
import type { BoardHead } from "../firestore/board-head.ts";

const MAX_AGE_MS = 24 * 60 * 60_000;
// If fewer changes are missing, a new instance can read them from Firestore quickly.
const MAX_MISSING_CHANGES = 500;

/** Saves a snapshot of the board if the last one is outdated. Returns a summary. */
export async function saveSnapshotIfDue(): Promise<string> {
  const head = await readCurrentHead();
  if (head === null || head.revision < MAX_MISSING_CHANGES)
    return `Before ${MAX_MISSING_CHANGES} changes no snapshot is needed.`;
  const snapshotHead = await readSnapshotHead();
  if (snapshotHead !== null && !isOutdated(snapshotHead, head))
    return `The snapshot of revision ${snapshotHead.revision} is good enough for ${head.revision}.`;
  const reports = await board.reportsAt(head);
  await saveSnapshot({ head, reports });
  return `A snapshot of revision ${head.revision} with ${reports.all.length} reports was saved.`;
}

/** Whether a snapshot cannot be used, lacks many changes, or is a day old and lacks a change. */
function isOutdated(snapshot: SnapshotHead, current: BoardHead): boolean {
  const { format, lineage, revision, readTime } = snapshot;
  // A revision above the current one is from before somebody set the board back.
  if (format !== SNAPSHOT_FORMAT || lineage !== current.lineage || revision > current.revision) return true;
  const missingChanges = current.revision - revision;
  return missingChanges >= MAX_MISSING_CHANGES || (missingChanges > 0 && current.readTime - readTime >= MAX_AGE_MS);
}
