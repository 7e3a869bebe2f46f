import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";
import type { PieceReader } from "./byte-reader.ts";

/*
 * A frame is bytes packed with Zstandard, which adds a checksum. Before it stand two numbers of 32 bits: its length, and
 * the length unpacked, so that it is unpacked at once into one buffer of just that size.
 */

const pack = promisify(zstdCompress);
const unpack = promisify(zstdDecompress);

const LENGTHS = 8;
// Larger ones are never written: a damaged length must not ask for gigabytes.
const MOST = 64 * 1024 * 1024;

/** The frame of these bytes. Rejects when they are more than a frame takes. */
export async function frameOf(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > MOST) throw new RangeError("The bytes are too many for a frame.");
  const packed = await pack(bytes, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const lengths = Buffer.alloc(LENGTHS);
  lengths.writeUInt32LE(packed.length, 0);
  lengths.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([lengths, packed]);
}

/** A frame as it was read. */
export interface Frame {
  packed: Buffer;
  /** How many bytes it has unpacked. */
  length: number;
}

/** Takes the next frame. Rejects when it is cut short or cannot be one. */
export async function takeFrame(pieces: PieceReader): Promise<Frame> {
  const lengths = await pieces.bytes(LENGTHS);
  const [packed, length] = [lengths.readUInt32LE(0), lengths.readUInt32LE(4)];
  if (Math.max(packed, length) > MOST) throw new Error("The snapshot is not made of frames.");
  return { packed: await pieces.bytes(packed), length };
}

/** Unpacks a frame, on a thread beside, into a buffer that nothing else shares. Rejects when it is damaged. */
export async function unpackFrame({ packed, length }: Frame): Promise<Buffer> {
  // One byte to spare: a chunk that is full is followed by another, for what might still come. Smaller than the pool it
  // would be a part of that.
  const bytes = await unpack(packed, { chunkSize: Math.max(length + 1, Buffer.poolSize) });
  release(packed);
  if (bytes.length !== length) throw new Error("The snapshot is damaged.");
  return bytes;
}

/**
 * Gives the room of bytes back that nothing else shares and nobody needs any more. Left to the garbage collector they
 * would let the process grow meanwhile, and make the collector go through everything else again and again.
 */
export function release({ buffer }: Buffer): void {
  (buffer as ArrayBuffer).transfer(0);
}
