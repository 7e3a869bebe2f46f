import { mapInBatches, pluralize } from "./in-batches.ts";
import type { StoredFile } from "./stored-files.ts";

/** The stores that a sweep works on. */
export interface SweepStores {
  /** Pages of all attachments; a page is fetched when the sweep has finished the one before. */
  pages(): AsyncIterable<readonly StoredFile[]>;
  /** The paths among these that a report or a trash entry lists. */
  findListed(paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** Deletes this generation of a file; `false` if the file still exists. */
  deleteFile(path: string, generation: string): Promise<boolean>;
  /** Removes the download token of a file; `false` if it still has one. */
  stripFile(path: string): Promise<boolean>;
}

/** With a run every 12 hours, a file that nothing lists is gone within a day. */
const MIN_AGE_MS = 12 * 60 * 60_000;
const CONCURRENCY = 16;

/**
 * Deletes files that were uploaded 12 hours ago or earlier and that nothing lists, because their form was never sent or
 * their report was purged. Removes download tokens that the trigger missed from the other files. Returns a summary.
 */
export async function sweep(stores: SweepStores, now: Date): Promise<string> {
  const count = { seen: 0, deleted: 0, stayed: 0, stripped: 0 };
  for await (const page of stores.pages()) {
    count.seen += page.length;
    const old = page.filter(({ storedAt }) => now.getTime() - storedAt.getTime() >= MIN_AGE_MS);
    const listed = await stores.findListed(old.map(({ path }) => path));
    const unlisted = new Set(old.filter(({ path }) => !listed.has(path)));

    const deleted = await mapInBatches([...unlisted], CONCURRENCY, ({ path, generation }) =>
      stores.deleteFile(path, generation),
    );
    count.deleted += deleted.filter(Boolean).length;
    count.stayed += deleted.filter((isDeleted) => !isDeleted).length;

    const withToken = page.filter((file) => !file.isStripped && !unlisted.has(file));
    const stripped = await mapInBatches(withToken, CONCURRENCY, ({ path }) => stores.stripFile(path));
    count.stripped += stripped.filter(Boolean).length;
  }
  return `Of ${pluralize(count.seen, "file")} ${count.deleted} that nothing lists were removed, ${count.stayed} stayed because they had changed or could not be removed; ${count.stripped} lost a download token.`;
}
