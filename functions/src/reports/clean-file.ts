import type { File, FileMetadata } from "@google-cloud/storage";

/** What every plain file has, for a copy without any metadata of its own would keep that of the original. */
const MARK = "plain";

/** An upload of this age is written anew when a report lists it, so that a sweep takes its hands off it. */
const YOUNG_MS = 12 * 60 * 60_000;

// Each time another writing of the same file came between.
const ATTEMPTS = 5;

const NOT_FOUND = 404;
const PRECONDITION_FAILED = 412;

/** Whether a file has lost what only its upload gave it; see `makePlain`. */
export function isPlain({ metadata }: Pick<FileMetadata, "metadata">): boolean {
  return Object.keys(metadata ?? {}).join() === MARK;
}

/**
 * Writes a file anew with its bytes and its type and nothing else. Storage puts a download token on every upload and tells
 * it to the uploader: its address works for anyone, signed out too. That goes, and so do the headers that the uploader
 * asked for. A file that is plain stays as it is unless it is also to be `young`. Gives `false` when there is no such file.
 */
export async function makePlain(file: File, wanted: { young: boolean }): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [metadata] = await file.getMetadata();
      const { contentType, generation, timeCreated } = metadata;
      const isYoung = Date.now() - Date.parse(timeCreated ?? "") < YOUNG_MS;
      if (isPlain(metadata) && (isYoung || !wanted.young)) return true;
      await file.copy(file, {
        ...(contentType !== undefined && { contentType }),
        metadata: { [MARK]: "true" },
        preconditionOpts: { ifGenerationMatch: generation! },
      });
      return true;
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code === NOT_FOUND) return false;
      if (code !== PRECONDITION_FAILED || attempt === ATTEMPTS) throw error;
    }
  }
}
