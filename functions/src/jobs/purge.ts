import type { Timestamp } from "firebase-admin/firestore";
import { mapInBatches, pluralize } from "./in-batches.ts";

/** A trash entry whose `purgeAt` has passed. */
export interface ExpiredEntry {
  id: string;
  /** `null` if the entry is damaged. */
  deletedAt: Date | null;
  updateTime: Timestamp;
}

export interface PurgeStores {
  /** Pages of the entries whose `purgeAt` is `now` or earlier. */
  expiredEntryPages(now: Date): AsyncIterable<readonly ExpiredEntry[]>;
  /** `findBoardTime` returns the time of the board in the stored snapshot; `null` if there is no snapshot. */
  snapshot: { findBoardTime(): Promise<Date | null>; saveNow(): Promise<void> };
  /**
   * Replaces the report in an entry by the paths of its files, so that nobody can restore the report. Returns these
   * paths, or `null` if the entry has changed or its report exists again.
   */
  blockRestore(entry: ExpiredEntry): Promise<readonly string[] | null>;
  /** Those of the paths that a report or a trash entry lists. */
  findListedPaths(paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** Deletes a file; `false` if the file still exists. */
  deleteFile(path: string): Promise<boolean>;
  /** Deletes the history of a report, which contains the report's former texts. */
  deleteHistory(id: string): Promise<void>;
  deleteEntry(id: string): Promise<void>;
}

const CONCURRENCY = 8;

/**
 * Deletes expired reports for good. First removes the report from its trash entry: otherwise an admin could restore a
 * report whose files are being deleted. Deletes the entry last, so that the next run can continue after an
 * interruption. Returns a summary.
 */
export async function purge(stores: PurgeStores, now: Date): Promise<string> {
  const counts = { purged: 0, files: 0, stayed: 0 };
  for await (const page of stores.expiredEntryPages(now)) {
    await ensureNewerSnapshot(stores, page);
    await mapInBatches(page, CONCURRENCY, async (entry) => {
      const paths = await stores.blockRestore(entry);
      const deletedFileCount = paths === null ? null : await deleteFiles(stores, paths);
      if (deletedFileCount === null) counts.stayed += 1;
      else {
        await stores.deleteHistory(entry.id);
        await stores.deleteEntry(entry.id);
        counts.purged += 1;
        counts.files += deletedFileCount;
      }
    });
  }
  return `${pluralize(counts.purged, "deleted report")} and ${pluralize(counts.files, "file")} were removed for good; ${counts.stayed} could not be purged yet.`;
}

/**
 * Deletes the files, except those that a report lists: somebody may have created the report again by hand. Returns how
 * many files were deleted, or `null` if a file could not be deleted.
 */
async function deleteFiles(stores: PurgeStores, paths: readonly string[]): Promise<number | null> {
  const listedPaths = await stores.findListedPaths(paths);
  const unlistedPaths = paths.filter((path) => !listedPaths.has(path));
  const results = await mapInBatches(unlistedPaths, CONCURRENCY, (path) => stores.deleteFile(path));
  return results.includes(false) ? null : unlistedPaths.length;
}

/**
 * Saves a new snapshot if the stored one is so old that it still has a deleted report of this page. A new instance
 * starts from the snapshot and learns of later deletions from the trash only: without the trash entry it would list the
 * deleted report.
 */
async function ensureNewerSnapshot({ snapshot }: PurgeStores, page: readonly ExpiredEntry[]): Promise<void> {
  const lastDeletion = Math.max(...page.map(({ deletedAt }) => deletedAt?.getTime() ?? 0));
  const snapshotTime = await snapshot.findBoardTime();
  if (snapshotTime !== null && snapshotTime.getTime() <= lastDeletion) await snapshot.saveNow();
}
