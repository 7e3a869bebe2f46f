import * as z from "zod";
import { CommandError } from "../../suite/command-line/command.ts";
import type { Project } from "./project.ts";

type File = ReturnType<Project["bucket"]["file"]>;

export const fileSchema = z.object({
  name: z.string().min(1).max(1024),
  contentType: z.string().optional(),
  contentDisposition: z.string().optional(),
  contentEncoding: z.string().optional(),
  contentLanguage: z.string().optional(),
  cacheControl: z.string().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
});
export type FileMetadata = z.output<typeof fileSchema>;

/** Attachments have only a name, a type and their bytes: a trigger removes other metadata and marks them as plain. */
const ATTACHMENTS = "attachments/";
const PLAIN = { plain: "true" };
/** Snapshots are not backed up: a job creates new ones. */
const EXCLUDED = "snapshots/";
/** Download tokens let anyone read a file; a restore does not bring them back. */
const TOKENS = "firebaseStorageDownloadTokens";
/** A file is read into memory; attachments have at most 5 MB. */
export const LARGEST_FILE = 64 * 1024 * 1024;

const PAGE_SIZE = 500;
const NOT_FOUND = 404;
const ATTEMPTS = 5;

/** The names of all files, in order. */
export async function* fileNames({ bucket }: Project): AsyncGenerator<string> {
  const seen = new Set<string>();
  for (let query: object | null = { maxResults: PAGE_SIZE, autoPaginate: false }; query !== null; ) {
    const [files, next]: [File[], object | null, unknown] = await bucket.getFiles(query);
    // If the first file of a page was deleted, the emulator starts again from the beginning.
    const names = files.map(({ name }) => name).filter((name) => !seen.has(name));
    for (const name of names) seen.add(name);
    yield* names;
    query = next;
  }
}

/** All files in the order of their names, without files that are deleted meanwhile. */
export async function* readFiles(project: Project): AsyncGenerator<{ about: FileMetadata; bytes: Buffer }> {
  for await (const name of fileNames(project)) {
    const file = name.startsWith(EXCLUDED) ? null : await readFile(project, name);
    if (file !== null) yield file;
  }
}

async function readFile({ bucket }: Project, name: string): Promise<{ about: FileMetadata; bytes: Buffer } | null> {
  for (let attempt = 1; ; attempt += 1) {
    const stored = await orNullIfMissing(bucket.file(name).getMetadata());
    if (stored === null) return null;
    const [{ size, generation }] = stored;
    if (Number(size) > LARGEST_FILE)
      throw new CommandError(
        `The file ${name} is larger than ${LARGEST_FILE / 1024 / 1024} MB, the limit of a backup.`,
      );
    const read = await orNullIfMissing(bucket.file(name, { generation }).download({ decompress: false }));
    if (read !== null) return { about: toMetadata(name, stored[0]), bytes: read[0] };
    // The file was replaced or deleted meanwhile. The next read of its metadata shows which.
    if (attempt === ATTEMPTS)
      throw new CommandError(`The file ${name} changes all the time. Run the command again later.`);
  }
}

async function orNullIfMissing<T>(response: Promise<T>): Promise<T | null> {
  return await response.catch((error: unknown) => {
    if ((error as { code?: unknown }).code === NOT_FOUND) return null;
    throw error;
  });
}

function toMetadata(name: string, stored: object): FileMetadata {
  const { contentType, metadata, ...rest } = fileSchema.parse({ ...stored, name });
  if (name.startsWith(ATTACHMENTS)) return { name, contentType };
  const { [TOKENS]: _, ...custom } = metadata ?? {};
  return { ...rest, contentType, ...(Object.keys(custom).length > 0 && { metadata: custom }) };
}

/** Stores a file. Idempotent. */
export async function writeFile({ bucket }: Project, { name, ...about }: FileMetadata, bytes: Buffer): Promise<void> {
  const metadata = name.startsWith(ATTACHMENTS) ? { ...about, metadata: PLAIN } : about;
  await bucket.file(name).save(bytes, { resumable: false, metadata });
}

/** Deletes all files, also those that are not backed up. */
export async function deleteFiles(project: Project): Promise<void> {
  for await (const name of fileNames(project)) await project.bucket.file(name).delete({ ignoreNotFound: true });
}
