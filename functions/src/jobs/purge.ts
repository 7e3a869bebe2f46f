import type { Timestamp } from "firebase-admin/firestore";
import { mapInBatches, pluralize } from "./in-batches.ts";

/** A trash entry whose `purgeAt` has passed. */
export interface ExpiredEntry {
  id: string;
  deletedAt: Date | null;
  updateTime: Timestamp;
}

/** The stores that a purge works on. */
export interface PurgeStores {
  /** Pages of the entries whose `purgeAt` is not after `now`. */
  expired(now: Date): AsyncIterable<readonly ExpiredEntry[]>;
  /** The board's snapshot, from which new instances start. */
  snapshot: { savedAt(): Promise<Date | null>; renew(): Promise<void> };
  /**
   * Removes the report from an entry, so that nobody can restore it, and stores the paths of its files there instead.
   * Returns these paths, or `null` if the entry has changed or its report exists again.
   */
  close(entry: ExpiredEntry): Promise<readonly string[] | null>;
  /** The paths among these that a report lists. */
  findListed(paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** Deletes a file; `false` if it still exists. */
  deleteFile(path: string): Promise<boolean>;
  /** Deletes the history of a report, which has its former texts. */
  deleteHistory(id: string): Promise<void>;
  deleteEntry(id: string): Promise<void>;
}

const CONCURRENCY = 8;

/**
 * Deletes expired reports for good. An entry is closed first, so that nobody restores it while its files are deleted.
 * The entry itself is deleted last, so that the next run can continue after an interruption. Returns a summary.
 */
export async function purge(stores: PurgeStores, now: Date): Promise<string> {
  const count = { purged: 0, files: 0, stayed: 0 };
  for await (const page of stores.expired(now)) {
    await ensureNewerSnapshot(stores, page);
    await mapInBatches(page, CONCURRENCY, async (entry) => {
      const files = await stores.close(entry);
      const deleted = files === null ? null : await deleteFiles(stores, files);
      if (deleted === null) count.stayed += 1;
      else {
        await stores.deleteHistory(entry.id);
        await stores.deleteEntry(entry.id);
        count.purged += 1;
        count.files += deleted;
      }
    });
  }
  return `${pluralize(count.purged, "deleted report")} and ${pluralize(count.files, "file")} were removed for good; ${count.stayed} could not be purged yet.`;
}

/** Deletes the files that no report lists; returns how many, or `null` if one of them still exists. */
async function deleteFiles(stores: PurgeStores, files: readonly string[]): Promise<number | null> {
  const listed = await stores.findListed(files);
  const unlisted = files.filter((path) => !listed.has(path));
  const deleted = await mapInBatches(unlisted, CONCURRENCY, (path) => stores.deleteFile(path));
  return deleted.every(Boolean) ? unlisted.length : null;
}

/**
 * Renews the snapshot if a report of this page was deleted after it. A new instance learns from the trash which reports
 * were deleted since the snapshot. Without the trash entry it would list the deleted report.
 */
async function ensureNewerSnapshot({ snapshot }: PurgeStores, page: readonly ExpiredEntry[]): Promise<void> {
  const lastDeletion = Math.max(...page.map(({ deletedAt }) => deletedAt?.getTime() ?? 0));
  const savedAt = await snapshot.savedAt();
  if (savedAt !== null && savedAt.getTime() <= lastDeletion) await snapshot.renew();
}
