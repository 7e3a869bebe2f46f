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
   * Removes the report from an entry, which can then not be restored, and keeps the paths of its files there. `null` if
   * the entry has changed, or its report exists again.
   */
  close(entry: ExpiredEntry): Promise<readonly string[] | null>;
  /** The paths among these that a report lists. */
  listed(paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** Deletes a file; `false` if it still exists. */
  deleteFile(path: string): Promise<boolean>;
  deleteEntry(id: string): Promise<void>;
}

const CONCURRENCY = 8;

/**
 * Deletes expired reports for good. An entry is closed first, so that it cannot be restored midway; then its files are
 * deleted, and the entry last, so that the next run continues after an interruption. Returns a summary.
 */
export async function purge(stores: PurgeStores, now: Date): Promise<string> {
  const count = { purged: 0, files: 0, left: 0 };
  for await (const page of stores.expired(now)) {
    await ensureNewerSnapshot(stores, page);
    await mapInBatches(page, CONCURRENCY, async (entry) => {
      const files = await stores.close(entry);
      const deleted = files === null ? null : await deleteFiles(stores, files);
      if (deleted === null) count.left += 1;
      else {
        await stores.deleteEntry(entry.id);
        count.purged += 1;
        count.files += deleted;
      }
    });
  }
  return `${pluralize(count.purged, "deleted report")} and ${pluralize(count.files, "file")} were removed for good; ${count.left} that were due stayed.`;
}

/** Deletes the files that no report lists; returns how many, or `null` if one of them still exists. */
async function deleteFiles(stores: PurgeStores, files: readonly string[]): Promise<number | null> {
  const listed = await stores.listed(files);
  const unlisted = files.filter((path) => !listed.has(path));
  const deleted = await mapInBatches(unlisted, CONCURRENCY, (path) => stores.deleteFile(path));
  return deleted.every(Boolean) ? unlisted.length : null;
}

/**
 * A new instance learns from the trash which reports were deleted since the snapshot. So a snapshot from before a
 * deletion must be renewed before its trash entry is deleted: otherwise the report would show up in that instance's
 * list.
 */
async function ensureNewerSnapshot({ snapshot }: PurgeStores, page: readonly ExpiredEntry[]): Promise<void> {
  const lastDeletion = Math.max(...page.map(({ deletedAt }) => deletedAt?.getTime() ?? 0));
  const savedAt = await snapshot.savedAt();
  if (savedAt !== null && savedAt.getTime() <= lastDeletion) await snapshot.renew();
}
