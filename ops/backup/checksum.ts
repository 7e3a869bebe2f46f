import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { appendFile, open } from "node:fs/promises";

/*
 * gzip's own checksum misses changed bits that decompress to the same data. So the file ends with an empty gzip member,
 * which other programs ignore. The comment of this member is the SHA-256 of everything before it.
 */

// The flag 0x10 says that a comment follows.
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 0xff]);
const EMPTY_DATA = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
// The comment: the hexadecimal digits of a SHA-256, and the zero byte that ends it.
const COMMENT_BYTES = 64 + 1;
const TRAILER_BYTES = HEADER.length + COMMENT_BYTES + EMPTY_DATA.length;

export async function appendChecksum(file: string): Promise<void> {
  await appendFile(file, trailerOf(await digest(file)), { flush: true });
}

/** Whether every byte of the file is as it was written. */
export async function hasValidChecksum(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const trailerStart = size - TRAILER_BYTES;
    if (trailerStart <= 0) return false;
    const { buffer } = await handle.read(Buffer.alloc(TRAILER_BYTES), 0, TRAILER_BYTES, trailerStart);
    return buffer.equals(trailerOf(await digest(file, trailerStart - 1)));
  } finally {
    await handle.close();
  }
}

function trailerOf(hex: string): Buffer {
  return Buffer.concat([HEADER, Buffer.from(`${hex}\0`), EMPTY_DATA]);
}

/** The SHA-256 of a file's bytes, or of those up to and including the byte at `lastIndex`. */
async function digest(file: string, lastIndex = Number.POSITIVE_INFINITY): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file, { end: lastIndex })) hash.update(chunk);
  return hash.digest("hex");
}
