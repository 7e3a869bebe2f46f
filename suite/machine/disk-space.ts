import { existsSync, readdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { displayPath } from "../command-line/paths.ts";

const BLOCK_BYTES = 4096;
/** What a save may take beyond the one before it. */
const SPARE_BYTES = 1_000_000;

/**
 * Why there is no room in a folder for as much again as is kept, or `null`. On a full disk firebase-tools hangs instead of
 * saying so, or crashes with all that it holds.
 */
export function lackOfDiskSpace(where: string, kept: string, freeBytes: (folder: string) => number): string | null {
  const takes = SPARE_BYTES + sizeOf(kept);
  const free = freeBytes(where);
  return free >= takes
    ? null
    : `${displayPath(where)} has ${inMegabytes(free)} left, and a save takes ${inMegabytes(takes)}`;
}

/** What is free on a folder's disk. Some that come over a network do not tell. */
export function freeDiskSpace(folder: string): number {
  const { blocks, bavail, bsize } = statfsSync(folder);
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}

/** What a folder takes on a disk, by blocks. */
function sizeOf(folder: string): number {
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  return entries
    .map(({ parentPath, name }) => Math.ceil(statSync(join(parentPath, name)).size / BLOCK_BYTES) * BLOCK_BYTES)
    .reduce((sum, size) => sum + size, 0);
}

const inMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
