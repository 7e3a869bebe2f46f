import * as logger from "firebase-functions/logger";
import { adminBucket, openFileAsAdmin } from "../firestore/admin.ts";
import type { BoardHead } from "../firestore/board-head.ts";
import type { BoardState } from "./board.ts";
import { readSnapshot, SNAPSHOT_FORMAT, writeSnapshot } from "./snapshot-format.ts";

// No rule of storage.rules matches this path, so only the functions can read or write it.
const SNAPSHOT_PATH = "snapshots/board.zst";

const NOT_FOUND = 404;
// If a download takes longer, it is cancelled, and the reports are read from Firestore.
const DOWNLOAD_TIMEOUT_MS = 60_000;

/** The stored snapshot, or `null` if there is none or it cannot be used. The board then reads all reports. */
export async function loadSnapshot(): Promise<BoardState | null> {
  try {
    const stream = await openFileAsAdmin(SNAPSHOT_PATH, DOWNLOAD_TIMEOUT_MS);
    return stream && (await readSnapshot(stream));
  } catch (error) {
    // Only the error's name is logged, because its message may quote a report.
    logger.warn("the board's snapshot could not be used", { reason: (error as Error).name });
    return null;
  }
}

export async function saveSnapshot(state: BoardState): Promise<void> {
  const file = (await adminBucket()).file(SNAPSHOT_PATH);
  const { revision, lineage, readTime } = state.head;
  const metadata = {
    contentType: "application/octet-stream",
    metadata: { format: SNAPSHOT_FORMAT, revision: String(revision), lineage, readTime: String(readTime) },
  };
  // An interrupted upload is not resumed: the next run of the job saves a new snapshot.
  await writeSnapshot(state, file.createWriteStream({ resumable: false, metadata }));
}

/** The head and format of a snapshot; `format` is `undefined` if the file's metadata have none. */
export interface SnapshotHead extends BoardHead {
  format: unknown;
}

/** The head of the stored snapshot, from the file's metadata; `null` if there is no snapshot. */
export async function readSnapshotHead(): Promise<SnapshotHead | null> {
  try {
    const [{ metadata }] = await (await adminBucket()).file(SNAPSHOT_PATH).getMetadata();
    const { format, revision, lineage, readTime } = metadata ?? {};
    return { format, revision: Number(revision), lineage: String(lineage), readTime: Number(readTime) };
  } catch (error) {
    if ((error as { code?: unknown }).code === NOT_FOUND) return null;
    throw error;
  }
}
