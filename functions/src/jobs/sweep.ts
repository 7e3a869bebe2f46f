import { mapInBatches, pluralize } from "./in-batches.ts";
import type { StoredFile } from "./stored-files.ts";

export interface SweepStores {
  /** Pages of all attachments; a page is fetched when the sweep has finished the page before. */
  filePages(): AsyncIterable<readonly StoredFile[]>;
  /** Those of the paths that a report or a trash entry lists. */
  findListedPaths(paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** Deletes a file if it has this generation; `false` if the file still exists. */
  deleteFile(path: string, generation: string): Promise<boolean>;
  /** Removes the download token of a file; `false` if no token was removed. */
  removeDownloadToken(path: string): Promise<boolean>;
}

/** A sweep runs every 12 hours, so a file that nothing lists is deleted within a day. */
const MIN_AGE_MS = 12 * 60 * 60_000;
const CONCURRENCY = 16;

/**
 * Deletes files that were uploaded 12 hours ago or earlier and that nothing lists: their form was never sent, or their
 * report was purged. Removes the download tokens that other files still have because triggers/file-uploaded.ts failed.
 * Returns a summary.
 */
export async function sweep(stores: SweepStores, now: Date): Promise<string> {
  const counts = { files: 0, deleted: 0, stayed: 0, removedTokens: 0 };
  for await (const page of stores.filePages()) {
    counts.files += page.length;
    const oldFiles = page.filter(({ storedAt }) => now.getTime() - storedAt.getTime() >= MIN_AGE_MS);
    const listedPaths = await stores.findListedPaths(oldFiles.map(({ path }) => path));
    const unlistedFiles = new Set(oldFiles.filter(({ path }) => !listedPaths.has(path)));

    const deletions = await mapInBatches([...unlistedFiles], CONCURRENCY, ({ path, generation }) =>
      stores.deleteFile(path, generation),
    );
    counts.deleted += deletions.filter((isDeleted) => isDeleted).length;
    counts.stayed += deletions.filter((isDeleted) => !isDeleted).length;

    const filesWithToken = page.filter((file) => file.mayHaveToken && !unlistedFiles.has(file));
    const removals = await mapInBatches(filesWithToken, CONCURRENCY, ({ path }) => stores.removeDownloadToken(path));
    counts.removedTokens += removals.filter((isRemoved) => isRemoved).length;
  }
  return `Of ${pluralize(counts.files, "file")} ${counts.deleted} that nothing lists were removed, ${counts.stayed} stayed because they had changed or could not be removed; ${counts.removedTokens} lost a download token.`;
}
