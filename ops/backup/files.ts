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

type ReadFile = { metadata: FileMetadata; bytes: Buffer };

/** Attachments have only a name, a type and their bytes: a trigger removes other metadata and marks them as plain. */
const ATTACHMENTS_PREFIX = "attachments/";
const PLAIN_MARK = { plain: "true" };
/** Snapshots of the board are not backed up: a job creates new ones. */
const EXCLUDED_PREFIX = "snapshots/";
/** Download tokens let anyone read a file; a restore does not bring them back. */
const TOKENS_FIELD = "firebaseStorageDownloadTokens";
/** Each file is read into memory whole. Attachments have at most 5 MB. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

const PAGE_SIZE = 500;
const NOT_FOUND = 404;
const MAX_ATTEMPTS = 5;

/** Reads the names of all files, in order. */
export async function* readFileNames({ bucket }: Project): AsyncGenerator<string> {
  const seen = new Set<string>();
  for (let query: object | null = { maxResults: PAGE_SIZE, autoPaginate: false }; query !== null; ) {
    const [files, nextQuery]: [File[], object | null, unknown] = await bucket.getFiles(query);
    // If the first file of a page was deleted, the emulator starts again from the beginning.
    const names = files.map(({ name }) => name).filter((name) => !seen.has(name));
    for (const name of names) seen.add(name);
    yield* names;
    query = nextQuery;
  }
}

/** Reads the files to back up, in the order of their names. Leaves out files that are deleted meanwhile. */
export async function* readFiles(project: Project): AsyncGenerator<ReadFile> {
  for await (const name of readFileNames(project)) {
    const file = name.startsWith(EXCLUDED_PREFIX) ? null : await readFile(project, name);
    if (file !== null) yield file;
  }
}

async function readFile({ bucket }: Project, name: string): Promise<ReadFile | null> {
  for (let attempt = 1; ; attempt += 1) {
    const stored = await nullIfMissing(bucket.file(name).getMetadata());
    if (stored === null) return null;
    const [{ size, generation }] = stored;
    if (Number(size) > MAX_FILE_BYTES)
      throw new CommandError(
        `The file ${name} is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB, the limit of a backup.`,
      );
    const read = await nullIfMissing(bucket.file(name, { generation }).download({ decompress: false }));
    if (read !== null) return { metadata: toMetadata(name, stored[0]), bytes: read[0] };
    // The file was replaced or deleted meanwhile. The next read of its metadata shows which of the two happened.
    if (attempt === MAX_ATTEMPTS)
      throw new CommandError(`The file ${name} changes all the time. Run the command again later.`);
  }
}

async function nullIfMissing<T>(response: Promise<T>): Promise<T | null> {
  return await response.catch((error: unknown) => {
    if ((error as { code?: unknown }).code === NOT_FOUND) return null;
    throw error;
  });
}

function toMetadata(name: string, stored: object): FileMetadata {
  const { contentType, metadata, ...rest } = fileSchema.parse({ ...stored, name });
  if (name.startsWith(ATTACHMENTS_PREFIX)) return { name, contentType };
  const { [TOKENS_FIELD]: _, ...custom } = metadata ?? {};
  return { ...rest, contentType, ...(Object.keys(custom).length > 0 && { metadata: custom }) };
}

/** Stores a file. Idempotent. */
export async function writeFile({ bucket }: Project, { name, ...rest }: FileMetadata, bytes: Buffer): Promise<void> {
  const metadata = name.startsWith(ATTACHMENTS_PREFIX) ? { ...rest, metadata: PLAIN_MARK } : rest;
  await bucket.file(name).save(bytes, { resumable: false, metadata });
}

/** Deletes all files, also those that are not backed up. */
export async function deleteFiles(project: Project): Promise<void> {
  for await (const name of readFileNames(project)) await project.bucket.file(name).delete({ ignoreNotFound: true });
}
