import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";
import type { ByteReader } from "./byte-reader.ts";

/*
 * A section is bytes compressed with Zstandard, with its checksum. Two numbers of 32 bits come first: the compressed
 * and the uncompressed length. So a section can be decompressed into one buffer of the right size.
 */

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const LENGTHS_BYTES = 8;
// Larger sections are never written: a damaged length must not allocate gigabytes.
const MAX_BYTES = 64 * 1024 * 1024;

/** Compresses bytes into a section. Rejects if they are too many for one. */
export async function encodeSection(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > MAX_BYTES) throw new RangeError("The bytes are too many for a section.");
  const compressed = await compress(bytes, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const lengths = Buffer.alloc(LENGTHS_BYTES);
  lengths.writeUInt32LE(compressed.length, 0);
  lengths.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([lengths, compressed]);
}

/** A compressed section and its uncompressed length. */
export interface Section {
  compressed: Buffer;
  length: number;
}

/** Reads the next section. Rejects if the section is cut short or the lengths are impossible. */
export async function readSection(reader: ByteReader): Promise<Section> {
  const lengths = await reader.read(LENGTHS_BYTES);
  const [compressedLength, length] = [lengths.readUInt32LE(0), lengths.readUInt32LE(4)];
  if (Math.max(compressedLength, length) > MAX_BYTES) throw new Error("The snapshot is not made of sections.");
  return { compressed: await reader.read(compressedLength), length };
}

/** Decompresses a section in a background thread, into a buffer of its own. Rejects if it is damaged. */
export async function decompressSection({ compressed, length }: Section): Promise<Buffer> {
  // One byte more, since zlib adds a second chunk after a full one; and at least the pool's size, so that the buffer is
  // not a part of the shared pool.
  const bytes = await decompress(compressed, { chunkSize: Math.max(length + 1, Buffer.poolSize) });
  freeMemory(compressed);
  if (bytes.length !== length) throw new Error("The snapshot is damaged.");
  return bytes;
}

/**
 * Frees the memory of an unshared buffer at once. Left to the garbage collector, the buffers would let the process grow
 * and start full collections again and again.
 */
export function freeMemory({ buffer }: Buffer): void {
  (buffer as ArrayBuffer).transfer(0);
}
