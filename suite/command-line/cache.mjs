// Plain JavaScript, because run.mjs uses it before Node 24 is installed.
import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { withLock } from "./lock.mjs";

/** The user's cache of installed tools, for all checkouts. */
export const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "logbook");

/** The path of a file in the cache, or `null` if it does not exist. */
export function cachedPath(/** @type {string[]} */ ...parts) {
  const path = join(CACHE, ...parts);
  return existsSync(path) ? path : null;
}

/**
 * Creates a folder of the cache once. `fill` fills a temporary folder, which is then renamed to the folder's name. If
 * another command is creating the folder, this command waits, and its message names the `tool`.
 */
export async function createCached(
  /** @type {string} */ name,
  /** @type {string} */ tool,
  /** @type {(folder: string) => Promise<void>} */ fill,
) {
  const path = join(CACHE, name);
  await withLock(`${path}.lock`, `provide ${tool}`, async () => {
    if (existsSync(path)) return;
    const temporaryFolder = mkdtempSync(`${path}.`);
    try {
      await fill(temporaryFolder);
      renameSync(temporaryFolder, path);
    } finally {
      rmSync(temporaryFolder, { recursive: true, force: true });
    }
  });
}
