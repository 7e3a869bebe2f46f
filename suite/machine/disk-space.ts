import { existsSync, readdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";

// The block size of most file systems.
const BLOCK_BYTES = 4096;

/** The free bytes on a folder's disk; Infinity for a network disk that does not report its free bytes. */
export function freeDiskSpace(folder: string): number {
  const { blocks, bavail, bsize } = statfsSync(folder);
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}

/** The bytes that a folder takes on a disk, in whole blocks; 0 if it does not exist. */
export function sizeOnDisk(folder: string): number {
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  return entries
    .map(({ parentPath, name }) => Math.ceil(statSync(join(parentPath, name)).size / BLOCK_BYTES) * BLOCK_BYTES)
    .reduce((sum, size) => sum + size, 0);
}

export const inMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
