import { createReadStream, createWriteStream, statSync } from "node:fs";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { isDeepStrictEqual } from "node:util";
import { createGunzip, createGzip } from "node:zlib";
import { extract, pack } from "tar-stream";
import * as z from "zod";
import { CommandError } from "../../suite/command-line/command.ts";
import type { ShowProgress } from "../../suite/command-line/progress.mjs";
import { hashConfigSchema } from "./accounts.ts";
import { appendChecksum, hasValidChecksum } from "./checksum.ts";
import { type Content, describeCounts, type Part, partInfoSchema, readPart, sha256Of, toPartInfo } from "./parts.ts";

/** Increase this number with each change of the format that makes older archives unreadable. */
const FORMAT = 1;

/** The first entry of an archive, which has the number of the format. */
const FORMAT_ENTRY_NAME = "logbook-backup.json";

/** The last entry of an archive, which lists all its parts. */
const MANIFEST_NAME = "manifest.json";
const manifestSchema = z.strictObject({
  project: z.string(),
  /** ISO 8601. Documents are as of this moment. Accounts and files were read a little later. */
  takenAt: z.string(),
  /** How the project hashes passwords. */
  hash: hashConfigSchema,
  parts: z.array(partInfoSchema),
});
export type Manifest = z.output<typeof manifestSchema>;

/**
 * Writes an archive: a gzipped tar. The manifest comes last because it has the checksums of all parts. Only one part is
 * in memory at a time. Only the file's owner can read the file.
 */
export async function writeArchive(
  file: string,
  backupInfo: Omit<Manifest, "parts">,
  parts: AsyncIterable<Part>,
  showProgress: ShowProgress,
): Promise<void> {
  const tar = pack();
  const addEntry = (name: string, bytes: Buffer): Promise<void> =>
    new Promise((resolve, reject) => {
      tar.entry({ name, mtime: new Date(backupInfo.takenAt), mode: 0o600 }, bytes, (error) =>
        error ? reject(error) : resolve(),
      );
    });
  const addEntries = async (): Promise<void> => {
    const manifest: Manifest = { ...backupInfo, parts: [] };
    await addEntry(FORMAT_ENTRY_NAME, Buffer.from(JSON.stringify({ format: FORMAT })));
    for await (const part of parts) {
      manifest.parts.push(toPartInfo(part));
      await addEntry(part.name, part.bytes);
      showProgress(describeCounts(manifest.parts));
    }
    await addEntry(MANIFEST_NAME, Buffer.from(JSON.stringify(manifest)));
    tar.finalize();
  };
  const output = createWriteStream(file, { mode: 0o600, flush: true });
  // If the disk is full, Node's error has no path, but the error message for the user needs one.
  output.on("error", (error: NodeJS.ErrnoException) => {
    error.path ??= file;
  });
  // If an entry cannot be added, destroying the tar makes the pipeline throw the error.
  const entriesPromise = addEntries().catch((error: unknown) => tar.destroy(error as Error));
  await pipeline(Readable.from(tar), createGzip(), output);
  await entriesPromise;
  await appendChecksum(file);
}

/**
 * Reads a whole archive. Throws a `CommandError` unless every byte is as it was written, and every part is as the
 * manifest lists it.
 */
export async function verifyArchive(file: string, showProgress: ShowProgress = () => {}): Promise<Manifest> {
  const createRefusal = (reason: string) =>
    new CommandError(`${file} cannot be restored. ${reason} Nothing was changed.`);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) throw createRefusal("There is no such file.");
  if (stats.isDirectory()) throw createRefusal("It is a folder.");
  if (!(await hasValidChecksum(file)))
    throw createRefusal(
      "It is no backup of the logbook, or it is damaged or cut short: it is not the file that was written.",
    );
  let manifest: Manifest | undefined;
  const checksums: { name: string; sha256: string }[] = [];
  for await (const { name, bytes } of readEntries(file)) {
    if (name === FORMAT_ENTRY_NAME) {
      const { format } = JSON.parse(bytes.toString()) as { format: number };
      if (format !== FORMAT)
        throw createRefusal(
          `It has format ${format}, and this version reads format ${FORMAT} only. Use the version that made it.`,
        );
    } else if (name === MANIFEST_NAME) manifest = manifestSchema.parse(JSON.parse(bytes.toString()));
    else {
      readPart(name, bytes);
      checksums.push({ name, sha256: sha256Of(bytes) });
      showProgress(`${checksums.length} parts`);
    }
  }
  const listedChecksums = manifest?.parts.map(({ name, sha256 }) => ({ name, sha256 }));
  if (manifest === undefined || !isDeepStrictEqual(checksums, listedChecksums))
    throw createRefusal("Its parts are not those that its manifest lists.");
  return manifest;
}

/** Reads the parts of a verified archive. */
export async function* readParts(file: string): AsyncGenerator<{ name: string; content: Content }> {
  for await (const { name, bytes } of readEntries(file))
    if (name !== FORMAT_ENTRY_NAME && name !== MANIFEST_NAME) yield { name, content: readPart(name, bytes) };
}

async function* readEntries(file: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const tar = extract();
  // The loop throws the error of any of these streams, so the pipeline's own error is ignored.
  pipeline(createReadStream(file), createGunzip(), tar as unknown as NodeJS.WritableStream).catch(() => {});
  for await (const entry of tar)
    yield { name: entry.header.name, bytes: await buffer(entry as unknown as AsyncIterable<Buffer>) };
}
