import type { File, FileMetadata } from "@google-cloud/storage";

/** The only metadata of a stripped file. A copy without any metadata would inherit the metadata of the original. */
const MARKER = "plain";

/** With `renew`, a stripped file older than this is written again, so that a running sweep does not delete it. */
const MAX_AGE_MS = 6 * 60 * 60_000;

// An attempt fails when the file is written at the same time.
const MAX_ATTEMPTS = 5;

const NOT_FOUND = 404;
const PRECONDITION_FAILED = 412;

/** Whether a file has no metadata of its upload left; see `stripMetadata`. */
export function isStripped({ metadata }: Pick<FileMetadata, "metadata">): boolean {
  return Object.keys(metadata ?? {}).join() === MARKER;
}

/**
 * Copies a file over itself with its bytes and content type only. This removes headers that the uploader set, and the
 * download token that Storage gives every upload: with that token anyone could read the file without signing in. Does
 * nothing for a stripped file, unless `renew` is set and the file is old. Returns `false` if there is no such file.
 */
export async function stripMetadata(file: File, { renew }: { renew: boolean }): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [metadata] = await file.getMetadata();
      const { contentType, generation, timeCreated } = metadata;
      const isRecent = Date.now() - Date.parse(timeCreated ?? "") < MAX_AGE_MS;
      if (isStripped(metadata) && (isRecent || !renew)) return true;
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
