import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";
import { appendChecksum } from "./checksum.ts";
import { entryOf, FORMAT, HEAD_NAME, MANIFEST_NAME, type Manifest, type PartEntry } from "./manifest.ts";
import type { Part } from "./parts.ts";

/**
 * Writes an archive: a gzipped tar whose first entry names the format. The manifest comes last: it has the checksums of
 * all parts, and only one part is in memory at a time. After each part `onProgress` gets all parts written so far. The
 * file must not exist, and only its owner can read it. Returns the manifest.
 */
export async function writeArchive(
  file: string,
  backupInfo: Omit<Manifest, "parts">,
  parts: AsyncIterable<Part>,
  onProgress: (writtenParts: readonly PartEntry[]) => void,
): Promise<Manifest> {
  const tar = pack();
  const add = (name: string, bytes: Buffer): Promise<void> =>
    new Promise((done, failed) => {
      tar.entry({ name, mtime: new Date(backupInfo.takenAt), mode: 0o600 }, bytes, (error) =>
        error ? failed(error) : done(),
      );
    });
  const manifest: Manifest = { ...backupInfo, parts: [] };
  const addAll = async (): Promise<void> => {
    await add(HEAD_NAME, Buffer.from(JSON.stringify({ format: FORMAT })));
    for await (const part of parts) {
      manifest.parts.push(entryOf(part));
      await add(part.name, part.bytes);
      onProgress(manifest.parts);
    }
    await add(MANIFEST_NAME, Buffer.from(JSON.stringify(manifest)));
    tar.finalize();
  };
  const sink = createWriteStream(file, { mode: 0o600, flags: "wx", flush: true });
  // If the disk is full, Node's error has no path; the message needs one.
  sink.on("error", (error: NodeJS.ErrnoException) => {
    error.path ??= file;
  });
  const adding = addAll().catch((error: unknown) => tar.destroy(error as Error));
  await pipeline(Readable.from(tar), createGzip(), sink);
  await adding;
  await appendChecksum(file);
  return manifest;
}
