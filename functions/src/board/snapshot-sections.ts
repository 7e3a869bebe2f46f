import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";
import type { ByteReader } from "./byte-reader.ts";

/*
 * A section has two numbers of 32 bits, its compressed and its uncompressed length, and then its bytes, compressed with
 * Zstandard and with a checksum. Because of the uncompressed length, one buffer of the right size can be allocated.
 */

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const LENGTHS_BYTES = 8;
// Without this maximum, a damaged length could allocate gigabytes.
const MAX_BYTES = 64 * 1024 * 1024;

/** Compresses bytes into a section. Rejects if there are too many bytes for one section. */
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

/** Reads the next section. Rejects if the section is incomplete or the lengths are impossible. */
export async function readSection(reader: ByteReader): Promise<Section> {
  const lengths = await reader.read(LENGTHS_BYTES);
  const compressedLength = lengths.readUInt32LE(0);
  const length = lengths.readUInt32LE(4);
  if (Math.max(compressedLength, length) > MAX_BYTES) throw new Error("The snapshot is not made of sections.");
  return { compressed: await reader.read(compressedLength), length };
}

/** Decompresses a section in a background thread, and frees its compressed bytes. Rejects if the section is damaged. */
export async function decompressSection({ compressed, length }: Section): Promise<Buffer> {
  // The caller frees the bytes, so they must get one buffer of their own. After a chunk of exactly `length` zlib would
  // add another buffer, and Node would take a chunk smaller than `poolSize` from its shared pool.
  const bytes = await decompress(compressed, { chunkSize: Math.max(length + 1, Buffer.poolSize) });
  freeMemory(compressed);
  if (bytes.length !== length) throw new Error("The snapshot is damaged.");
  return bytes;
}

/**
 * Frees the memory of a buffer at once: `transfer(0)` leaves an empty buffer, which nobody may read afterwards. The
 * buffer must not be a part of Node's shared pool. If the garbage collector had to free a snapshot's buffers, the
 * process would grow, and full collections would run again and again.
 */
export function freeMemory({ buffer }: Buffer): void {
  (buffer as ArrayBuffer).transfer(0);
}
