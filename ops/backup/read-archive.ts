import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { CommandError } from "../../suite/command-line/command.ts";
import { MAX_FILE_BYTES } from "./files.ts";
import { MANIFEST_NAME } from "./manifest.ts";

/** An archive that cannot be restored; the message says why. */
export class BrokenArchiveError extends CommandError {}

const GZIP_START = Buffer.from([0x1f, 0x8b]);
const MAX_PART_BYTES = MAX_FILE_BYTES;
// The manifest lists all parts, so it may be larger than a part.
const MAX_MANIFEST_BYTES = 4 * MAX_FILE_BYTES;
// An archive is a zip bomb if it unpacks to more than this many bytes and to more than 500 times its own size.
const BOMB_BYTES = 64 * 1024 * 1024;
const BOMB_RATIO = 500;

/** Reads an archive's entries, one by one. Throws a `BrokenArchiveError` at the first entry that cannot be read. */
export async function* readEntries(file: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const source = createReadStream(file);
  let isGzip = false;
  // This listener starts the stream only after pipeline() below is called, so no chunk is lost.
  source.once("data", (chunk) => {
    isGzip = GZIP_START.equals((chunk as Buffer).subarray(0, GZIP_START.length));
  });
  async function* refuseZipBomb(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let unpackedBytes = 0;
    for await (const chunk of chunks) {
      unpackedBytes += chunk.length;
      if (unpackedBytes > BOMB_BYTES && unpackedBytes > source.bytesRead * BOMB_RATIO)
        throw new BrokenArchiveError("It unpacks to more than any backup could hold.");
      yield chunk;
    }
  }
  const tar = extract();
  let hasManifest = false;
  // pipeline() needs a callback, which does nothing: the loop below throws the error of any of these streams.
  pipeline(source, createGunzip(), refuseZipBomb, tar as unknown as NodeJS.WritableStream, () => {});
  try {
    for await (const entry of tar) {
      const { name, type, size } = entry.header;
      if (type !== "file") throw new BrokenArchiveError(`It holds ${name}, which is no plain file.`);
      const limit = name === MANIFEST_NAME ? MAX_MANIFEST_BYTES : MAX_PART_BYTES;
      if (size > limit) throw new BrokenArchiveError(`It holds ${name}, which is larger than any part of a backup.`);
      const chunks: Buffer[] = [];
      for await (const chunk of entry as unknown as AsyncIterable<Buffer>) chunks.push(chunk);
      hasManifest = name === MANIFEST_NAME;
      yield { name, bytes: Buffer.concat(chunks) };
    }
  } catch (error) {
    throw error instanceof CommandError ? error : new BrokenArchiveError(describeError(error, { isGzip, hasManifest }));
  } finally {
    // Ends the other streams too, if the caller stops before the last entry.
    tar.destroy();
  }
}

/** A sentence that says why an archive cannot be read. `hasManifest`: its last entry, the manifest, has been read. */
export function describeError(
  error: unknown,
  { isGzip, hasManifest }: { isGzip: boolean; hasManifest: boolean },
): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return "There is no such file.";
  if (code === "EISDIR") return "It is a folder.";
  if (code === "EACCES" || code === "EPERM") return "You may not read it.";
  if (hasManifest && code?.startsWith("Z_")) return "It is cut short, or goes on after its end.";
  if (code === "Z_BUF_ERROR" || /unexpected end/i.test(message)) return "It is cut short.";
  if (code === "Z_DATA_ERROR" && /header check|unknown compression/i.test(message))
    return isGzip ? "It is damaged, or goes on after its end." : "It is no backup of the logbook.";
  return `It is damaged (${message}).`;
}
