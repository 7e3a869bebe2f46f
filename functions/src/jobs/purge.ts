import type { Timestamp } from "firebase-admin/firestore";
import { counted, inGroups } from "./in-batches.ts";

/** A trash entry whose time is up. */
export interface DueEntry {
  id: string;
  deletedAt: Date | null;
  /** When it was last written. */
  version: Timestamp;
}

/** What a purge works on. */
export interface PurgeStores {
  /** Entries whose `purgeAt` is not after `now`, page by page. */
  due(now: Date): AsyncIterable<readonly DueEntry[]>;
  /** When the snapshot was taken that instances start from, and a way to take a new one. */
  snapshot: { takenAt(): Promise<Date | null>; renew(): Promise<void> };
  /**
   * Takes the report out of the entry, which from then on cannot be restored, and leaves the paths of its files there.
   * `null` when that was not to be: it has changed or gone since, or its report is in use.
   */
  close(entry: DueEntry): Promise<readonly string[] | null>;
  /** Those of the paths that a report lists all the same. */
  listed(paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** Gives whether the file is gone. */
  remove(path: string): Promise<boolean>;
  /** Removes a closed entry. */
  drop(id: string): Promise<void>;
}

const AT_ONCE = 8;

/**
 * Removes for good what has been in the trash for its time. An entry is closed first, so that no restore can come between;
 * then its files go, and the entry last: a run that is cut short leaves a closed entry, and the next one goes on with it.
 * Gives what it did, in a sentence.
 */
export async function purge(stores: PurgeStores, now: Date): Promise<string> {
  const count = { purged: 0, files: 0, left: 0 };
  for await (const page of stores.due(now)) {
    await noteDeletions(stores, page);
    await inGroups(page, AT_ONCE, async (entry) => {
      const files = await stores.close(entry);
      const removed = files === null ? null : await removeFiles(stores, files);
      if (removed === null) count.left += 1;
      else {
        await stores.drop(entry.id);
        count.purged += 1;
        count.files += removed;
      }
    });
  }
  return `${counted(count.purged, "deleted report")} and ${counted(count.files, "file")} were removed for good; ${count.left} that were due stayed.`;
}

/** How many files went, or `null` when one of them cannot go now. */
async function removeFiles(stores: PurgeStores, files: readonly string[]): Promise<number | null> {
  const listed = await stores.listed(files);
  const unlisted = files.filter((path) => !listed.has(path));
  const gone = await inGroups(unlisted, AT_ONCE, (path) => stores.remove(path));
  return gone.every(Boolean) ? unlisted.length : null;
}

/**
 * An instance that starts learns of deletions since the snapshot from the trash. A snapshot from before one must not
 * outlive its entry: the report would be back in that instance's list.
 */
async function noteDeletions({ snapshot }: PurgeStores, page: readonly DueEntry[]): Promise<void> {
  const last = Math.max(...page.map(({ deletedAt }) => deletedAt?.getTime() ?? 0));
  const takenAt = await snapshot.takenAt();
  if (takenAt !== null && takenAt.getTime() <= last) await snapshot.renew();
}
