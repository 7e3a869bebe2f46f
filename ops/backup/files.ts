import * as z from "zod";
import { CommandError } from "../../suite/command-line/command.ts";
import type { Project } from "./project.ts";

export const fileSchema = z.object({
  /** Cloud Storage allows 1,024 bytes at most. */
  name: z.string().min(1).max(1024),
  contentType: z.string().optional(),
  contentDisposition: z.string().optional(),
  contentEncoding: z.string().optional(),
  contentLanguage: z.string().optional(),
  cacheControl: z.string().optional(),
  /** Custom metadata, whose names are free. */
  metadata: z.record(z.string(), z.string()).optional(),
});
export type FileMetadata = z.output<typeof fileSchema>;

type BackedUpFile = { metadata: FileMetadata; bytes: Buffer };

const ATTACHMENTS_PREFIX = "attachments/";
/** A trigger replaces the `metadata` of an uploaded attachment by this mark. A restored file gets the mark at once. */
const PLAIN_MARK = { plain: "true" };
/** Snapshots are not backed up: a job creates new ones. */
const SNAPSHOTS_PREFIX = "snapshots/";
/** Download tokens let anyone read a file; a restore does not bring them back. */
const TOKENS_FIELD = "firebaseStorageDownloadTokens";
/** Each file is read into memory whole. Attachments have at most 5 MB. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

const NOT_FOUND = 404;

/** Reads the names of all files, in order. */
export async function* readFileNames({ bucket }: Project): AsyncGenerator<string> {
  for await (const { name } of bucket.getFilesStream() as AsyncIterable<{ name: string }>) yield name;
}

/** Reads the files to back up, in the order of their names. Leaves out files that are deleted meanwhile. */
export async function* readFiles(project: Project): AsyncGenerator<BackedUpFile> {
  for await (const name of readFileNames(project)) {
    const file = name.startsWith(SNAPSHOTS_PREFIX) ? null : await readFile(project, name);
    if (file !== null) yield file;
  }
}

async function readFile({ bucket }: Project, name: string): Promise<BackedUpFile | null> {
  const file = bucket.file(name);
  try {
    const [storedMetadata] = await file.getMetadata();
    if (Number(storedMetadata.size) > MAX_FILE_BYTES)
      throw new CommandError(
        `The file ${name} is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB, the limit of a backup.`,
      );
    // Not decompressed: a backup has the bytes as they are stored.
    const [bytes] = await file.download({ decompress: false });
    return { metadata: toMetadata(name, storedMetadata), bytes };
  } catch (error) {
    if ((error as { code?: unknown }).code === NOT_FOUND) return null;
    throw error;
  }
}

function toMetadata(name: string, storedMetadata: object): FileMetadata {
  const { contentType, metadata, ...otherMetadata } = fileSchema.parse({ ...storedMetadata, name });
  if (name.startsWith(ATTACHMENTS_PREFIX)) return { name, contentType };
  const { [TOKENS_FIELD]: _, ...customMetadata } = metadata ?? {};
  return { ...otherMetadata, contentType, ...(Object.keys(customMetadata).length > 0 && { metadata: customMetadata }) };
}

/** Stores a file. Idempotent. */
export async function writeFile({ bucket }: Project, { name, ...fields }: FileMetadata, bytes: Buffer): Promise<void> {
  const metadata = name.startsWith(ATTACHMENTS_PREFIX) ? { ...fields, metadata: PLAIN_MARK } : fields;
  await bucket.file(name).save(bytes, { resumable: false, metadata });
}

/** Deletes all files, also those that are not backed up. */
export async function deleteFiles(project: Project): Promise<void> {
  for await (const name of readFileNames(project)) await project.bucket.file(name).delete({ ignoreNotFound: true });
}
