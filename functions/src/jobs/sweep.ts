import { findListedPaths } from "./listed-files.ts";
import { pluralize } from "./pluralize.ts";
import { deleteFile, filePages, removeDownloadToken } from "./stored-files.ts";

/** The functions with which a sweep reads Firestore and changes Storage; tests replace them. */
const OPERATIONS = { filePages, findListedPaths, deleteFile, removeDownloadToken };
export type SweepOperations = typeof OPERATIONS;

/** A sweep runs every 12 hours, so a file that nothing lists is deleted within a day. */
const MIN_AGE_MS = 12 * 60 * 60_000;

/**
 * Deletes old files that nothing lists: their form was never sent, or their report was purged. Removes the download
 * tokens that other files still have because triggers/file-uploaded.ts failed. Returns a summary.
 */
export async function sweep(now: Date, operations: SweepOperations = OPERATIONS): Promise<string> {
  const counts = { files: 0, deleted: 0, stayed: 0, removedTokens: 0 };
  for await (const page of operations.filePages()) {
    counts.files += page.length;
    const oldFiles = page.filter(({ storedAt }) => now.getTime() - storedAt.getTime() >= MIN_AGE_MS);
    const listedPaths = await operations.findListedPaths(oldFiles.map(({ path }) => path));
    const unlistedFiles = new Set(oldFiles.filter(({ path }) => !listedPaths.has(path)));

    const deletions = await Promise.all(
      [...unlistedFiles].map(({ path, generation }) => operations.deleteFile(path, generation)),
    );
    const deletedCount = deletions.filter((isDeleted) => isDeleted).length;
    counts.deleted += deletedCount;
    counts.stayed += deletions.length - deletedCount;

    const filesWithToken = page.filter((file) => file.mayHaveToken && !unlistedFiles.has(file));
    const removals = await Promise.all(filesWithToken.map(({ path }) => operations.removeDownloadToken(path)));
    counts.removedTokens += removals.filter((isRemoved) => isRemoved).length;
  }
  return `Of ${pluralize(counts.files, "file")} ${counts.deleted} that nothing lists were removed, ${counts.stayed} stayed because they had changed or could not be removed; ${counts.removedTokens} lost a download token.`;
}
