import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";
import { appendChecksum } from "./checksum.ts";
import { FORMAT, FORMAT_ENTRY_NAME, MANIFEST_NAME, type Manifest, type PartInfo, toPartInfo } from "./manifest.ts";
import type { Part } from "./parts.ts";

/**
 * Writes an archive: a gzipped tar. The manifest comes last because it has the checksums of all parts, and only one part
 * is in memory at a time. The file must not exist; only its owner can read it. Returns the manifest.
 */
export async function writeArchive(
  file: string,
  backupInfo: Omit<Manifest, "parts">,
  parts: AsyncIterable<Part>,
  onProgress: (writtenParts: readonly PartInfo[]) => void,
): Promise<Manifest> {
  const tar = pack();
  const addEntry = (name: string, bytes: Buffer): Promise<void> =>
    new Promise((resolve, reject) => {
      tar.entry({ name, mtime: new Date(backupInfo.takenAt), mode: 0o600 }, bytes, (error) =>
        error ? reject(error) : resolve(),
      );
    });
  const manifest: Manifest = { ...backupInfo, parts: [] };
  const addEntries = async (): Promise<void> => {
    await addEntry(FORMAT_ENTRY_NAME, Buffer.from(JSON.stringify({ format: FORMAT })));
    for await (const part of parts) {
      manifest.parts.push(toPartInfo(part));
      await addEntry(part.name, part.bytes);
      onProgress(manifest.parts);
    }
    await addEntry(MANIFEST_NAME, Buffer.from(JSON.stringify(manifest)));
    tar.finalize();
  };
  const output = createWriteStream(file, { mode: 0o600, flags: "wx", flush: true });
  // If the disk is full, Node's error has no path, but the error message for the user needs one.
  output.on("error", (error: NodeJS.ErrnoException) => {
    error.path ??= file;
  });
  // If an entry cannot be added, destroying the tar makes the pipeline throw the error.
  const entriesPromise = addEntries().catch((error: unknown) => tar.destroy(error as Error));
  await pipeline(Readable.from(tar), createGzip(), output);
  await entriesPromise;
  await appendChecksum(file);
  return manifest;
}
