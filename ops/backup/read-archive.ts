import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { CommandError } from "../../suite/command-line/command.ts";
import { MAX_FILE_BYTES } from "./files.ts";
import { MANIFEST_NAME } from "./manifest.ts";

/** Says why an archive cannot be restored. Nothing was written. */
export class BrokenArchiveError extends CommandError {}

const GZIP_START = Buffer.from([0x1f, 0x8b]);
const MAX_PART_BYTES = MAX_FILE_BYTES;
const MAX_MANIFEST_BYTES = 4 * MAX_FILE_BYTES;
// No real backup compresses better than this. An archive that does is a zip bomb. Small archives are not checked.
const BOMB_RATIO = 500;
const BOMB_BYTES = 64 * 1024 * 1024;

/** Reads an archive's entries, one by one. Throws a `BrokenArchiveError` at the first entry that cannot be read. */
export async function* readEntries(file: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const source = createReadStream(file);
  let isGzip = false;
  source.once("data", (chunk) => {
    isGzip = GZIP_START.equals((chunk as Buffer).subarray(0, GZIP_START.length));
  });
  async function* refuseZipBomb(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let unpacked = 0;
    for await (const chunk of chunks) {
      unpacked += chunk.length;
      if (unpacked > BOMB_BYTES && unpacked > source.bytesRead * BOMB_RATIO)
        throw new BrokenArchiveError("It unpacks to more than any backup could hold.");
      yield chunk;
    }
  }
  const tar = extract();
  let hasManifest = false;
  // The loop below throws the error of any of these streams.
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
    throw error instanceof CommandError ? error : new BrokenArchiveError(readFailure(error, { isGzip, hasManifest }));
  } finally {
    tar.destroy();
  }
}

/** A sentence that says why an archive cannot be read. `hasManifest`: its last entry has been read. */
export function readFailure(
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
