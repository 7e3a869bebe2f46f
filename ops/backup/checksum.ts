import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { appendFile, open } from "node:fs/promises";

/*
 * gzip's own checksum misses changed bits that decompress to the same data. So the file ends with an empty gzip member,
 * which other programs ignore, with the SHA-256 of everything before it as its comment.
 */

const HEADER = Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 0xff]);
const NOTHING = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
const TRAILER_BYTES = HEADER.length + 64 + 1 + NOTHING.length;

export async function appendChecksum(file: string): Promise<void> {
  await appendFile(file, trailerOf(await digest(file)), { flush: true });
}

/** Whether every byte of a file is the one that was written. */
export async function hasValidChecksum(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const at = size - TRAILER_BYTES;
    if (at <= 0) return false;
    const { buffer } = await handle.read(Buffer.alloc(TRAILER_BYTES), 0, TRAILER_BYTES, at);
    return buffer.equals(trailerOf(await digest(file, at - 1)));
  } finally {
    await handle.close();
  }
}

function trailerOf(hex: string): Buffer {
  return Buffer.concat([HEADER, Buffer.from(`${hex}\0`), NOTHING]);
}

async function digest(file: string, end?: number): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file, { end: end ?? Number.POSITIVE_INFINITY })) hash.update(chunk);
  return hash.digest("hex");
}
