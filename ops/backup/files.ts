import * as z from "zod";
import { CommandError } from "../../suite/command-line/command.ts";
import type { Project } from "./project.ts";

type File = ReturnType<Project["bucket"]["file"]>;

/** A file's name and what is told of it; its bytes beside. */
export const fileSchema = z.object({
  name: z.string().min(1).max(1024),
  contentType: z.string().optional(),
  contentDisposition: z.string().optional(),
  contentEncoding: z.string().optional(),
  contentLanguage: z.string().optional(),
  cacheControl: z.string().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
});
export type FileAbout = z.output<typeof fileSchema>;

/**
 * Attachments are known by their name, their type and their bytes: a trigger takes whatever else an upload brought along
 * away, and marks what it need not look at (functions/src/reports/strip-metadata.ts).
 */
const ATTACHMENTS = "attachments/";
const PLAIN = { plain: "true" };
/** What the functions put by and make anew. */
const LEFT_OUT = "snapshots/";
/** Who has one of these may read the file: they end with a restore. */
const TOKENS = "firebaseStorageDownloadTokens";
/** Attachments have 5 MB at most; a file is held in memory. */
export const LARGEST_FILE = 64 * 1024 * 1024;

const AT_ONCE = 500;
const NOT_FOUND = 404;
const ATTEMPTS = 5;

/** The names of all files, in order, a page of them at a time. */
export async function* fileNames({ bucket }: Project): AsyncGenerator<string[]> {
  const seen = new Set<string>();
  for (let query: object | null = { maxResults: AT_ONCE, autoPaginate: false }; query !== null; ) {
    const [files, next]: [File[], object | null, unknown] = await bucket.getFiles(query);
    // Where the file has gone from which a page was to begin, the emulator begins again.
    const names = files.map(({ name }) => name).filter((name) => !seen.has(name));
    for (const name of names) seen.add(name);
    yield names;
    query = next;
  }
}

/** Every file, in the order of their names. One that goes while it is read is left out, as if it had gone before. */
export async function* readFiles(project: Project): AsyncGenerator<{ about: FileAbout; bytes: Buffer }> {
  for await (const names of fileNames(project))
    for (const name of names) {
      const file = name.startsWith(LEFT_OUT) ? null : await readFile(project, name);
      if (file !== null) yield file;
    }
}

async function readFile({ bucket }: Project, name: string): Promise<{ about: FileAbout; bytes: Buffer } | null> {
  for (let attempt = 1; ; attempt += 1) {
    const stored = await orNull(bucket.file(name).getMetadata());
    if (stored === null) return null;
    const [{ size, generation }] = stored;
    if (Number(size) > LARGEST_FILE)
      throw new CommandError(
        `The file ${name} is larger than ${LARGEST_FILE / 1024 / 1024} MB, which no backup takes.`,
      );
    const read = await orNull(bucket.file(name, { generation }).download({ decompress: false }));
    if (read !== null) return { about: aboutOf(name, stored[0]), bytes: read[0] };
    // It was written anew meanwhile, or has gone, which its metadata will tell.
    if (attempt === ATTEMPTS)
      throw new CommandError(`The file ${name} changes all the time. Run the command again later.`);
  }
}

/** What Storage gives, or `null` where there is no such file. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  return await answer.catch((error: unknown) => {
    if ((error as { code?: unknown }).code === NOT_FOUND) return null;
    throw error;
  });
}

function aboutOf(name: string, stored: object): FileAbout {
  const { contentType, metadata, ...rest } = fileSchema.parse({ ...stored, name });
  if (name.startsWith(ATTACHMENTS)) return { name, contentType };
  const { [TOKENS]: _, ...custom } = metadata ?? {};
  return { ...rest, contentType, ...(Object.keys(custom).length > 0 && { metadata: custom }) };
}

/** Stores a file. Repeating it does no harm. */
export async function writeFile({ bucket }: Project, { name, ...about }: FileAbout, bytes: Buffer): Promise<void> {
  const metadata = name.startsWith(ATTACHMENTS) ? { ...about, metadata: PLAIN } : about;
  await bucket.file(name).save(bytes, { resumable: false, metadata });
}

/** Deletes every file, what a backup leaves out too. */
export async function deleteFiles(project: Project): Promise<void> {
  for await (const names of fileNames(project))
    for (const name of names) await project.bucket.file(name).delete({ ignoreNotFound: true });
}
