import * as logger from "firebase-functions/logger";
import { adminBucket } from "../firestore/admin.ts";
import { openOwnFile } from "../firestore/admin-files.ts";
import type { Head } from "../firestore/board-head.ts";
import type { Standing } from "./board.ts";
import { FORMAT, readSnapshot, writeSnapshot } from "./snapshot-format.ts";

// No rule of storage.rules names it, so nobody but the functions can read or write it.
const PATH = "snapshots/board.zst";

const NOT_FOUND = 404;
// Past that it is better to ask Firestore.
const WITHIN_MS = 60_000;

/** The snapshot put by last, or `null`: there is none, or it cannot be used, which is logged and harmless. */
export async function loadSnapshot(): Promise<Standing | null> {
  try {
    const body = await openOwnFile(PATH, WITHIN_MS);
    return body && (await readSnapshot(body));
  } catch (error) {
    // Its name alone: the message may quote what was read.
    logger.warn("the board's snapshot was left alone", { reason: (error as Error).name });
    return null;
  }
}

/** Puts a snapshot by in place of the last one. */
export async function saveSnapshot(standing: Standing): Promise<void> {
  const file = (await adminBucket()).file(PATH);
  const { revision, lineage, readTime } = standing.head;
  const metadata = {
    contentType: "application/octet-stream",
    metadata: { format: String(FORMAT), revision: String(revision), lineage, readTime: String(readTime) },
  };
  await writeSnapshot(standing, file.createWriteStream({ resumable: false, metadata }));
}

/** When a snapshot was taken, and in which form; the form is not a number where none is said. */
export interface SavedHead extends Head {
  format: number;
}

/** The head of the snapshot put by last, without reading the whole; `null` when there is none. */
export async function savedHead(): Promise<SavedHead | null> {
  try {
    const [{ metadata }] = await (await adminBucket()).file(PATH).getMetadata();
    const { format, revision, lineage, readTime } = metadata ?? {};
    return {
      format: Number(format),
      revision: Number(revision),
      lineage: String(lineage),
      readTime: Number(readTime),
    };
  } catch (error) {
    if ((error as { code?: unknown }).code === NOT_FOUND) return null;
    throw error;
  }
}
