import type { File, FileMetadata } from "@google-cloud/storage";

/** The only metadata of a stripped file. Storage copies a file's old metadata unless a copy gets new metadata. */
const MARKER = "plain";

/**
 * With `renewsOld`, a file older than this is copied even if it is stripped. A running sweep keeps the copy, because it
 * deletes only files that are at least 12 hours old (jobs/sweep.ts).
 */
const MAX_AGE_MS = 6 * 60 * 60_000;

// An attempt fails if the file is written at the same time.
const MAX_ATTEMPTS = 5;

const NOT_FOUND = 404;
const PRECONDITION_FAILED = 412;

/** Whether `stripMetadata` has removed the metadata that the uploader set. */
export function isStripped({ metadata }: Pick<FileMetadata, "metadata">): boolean {
  const names = Object.keys(metadata ?? {});
  return names.length === 1 && names[0] === MARKER;
}

/**
 * Copies a file over itself with only its bytes and content type. The copy lacks the headers that the uploader set, and
 * the download token that Storage gives every upload: with this token anyone could read the file without signing in.
 * Skips a file that is stripped already, but with `renewsOld` copies it again if it is older than `MAX_AGE_MS`. Returns
 * `false` if the file is missing.
 */
export async function stripMetadata(file: File, { renewsOld } = { renewsOld: false }): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [metadata] = await file.getMetadata();
      const { contentType, generation, timeCreated } = metadata;
      const isRecent = Date.now() - Date.parse(timeCreated ?? "") < MAX_AGE_MS;
      if (isStripped(metadata) && (isRecent || !renewsOld)) return true;
      await file.copy(file, {
        ...(contentType !== undefined && { contentType }),
        metadata: { [MARKER]: "true" },
        preconditionOpts: { ifGenerationMatch: generation! },
      });
      return true;
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code === NOT_FOUND) return false;
      if (code !== PRECONDITION_FAILED || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
