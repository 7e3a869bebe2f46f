import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";

/*
 * gzip's own checksum misses changed bits that decompress to the same data. So the file ends with an empty gzip member,
 * which other programs ignore. The comment of this member is the SHA-256 of everything before it.
 */

// A gzip header. Its flag 0x10 says that a comment follows.
const MEMBER_HEADER = Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 0xff]);
// An empty deflate block, then its checksum and its length, which are 0.
const MEMBER_DATA = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
// The comment: the hexadecimal digits of a SHA-256, and the zero byte that ends it.
const COMMENT_BYTES = 64 + 1;
const TRAILER_BYTES = MEMBER_HEADER.length + COMMENT_BYTES + MEMBER_DATA.length;

export async function appendChecksum(file: string): Promise<void> {
  await appendFile(file, createTrailer(await computeSha256(file)), { flush: true });
}

/** Whether every byte of the file is still the one that was written. */
export async function hasValidChecksum(file: string): Promise<boolean> {
  const trailerStart = statSync(file).size - TRAILER_BYTES;
  if (trailerStart <= 0) return false;
  const trailer = await buffer(createReadStream(file, { start: trailerStart }));
  return trailer.equals(createTrailer(await computeSha256(file, trailerStart - 1)));
}

function createTrailer(sha256: string): Buffer {
  return Buffer.concat([MEMBER_HEADER, Buffer.from(`${sha256}\0`), MEMBER_DATA]);
}

/** The SHA-256 of a file's bytes, or of those up to and including the byte at `lastIndex`. */
async function computeSha256(file: string, lastIndex = Number.POSITIVE_INFINITY): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file, { end: lastIndex })) hash.update(chunk);
  return hash.digest("hex");
}
