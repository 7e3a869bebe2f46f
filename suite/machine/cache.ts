import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "../command-line/lock.mjs";
import { CACHE } from "../command-line/paths.ts";

/** The path of a file in the per-user cache, or `null` if it does not exist. */
export function cachedPath(...parts: string[]): string | null {
  const path = join(CACHE, ...parts);
  return existsSync(path) ? path : null;
}

/**
 * Creates a folder of the cache once. `fill` fills a temporary folder, which is then renamed to the folder's name. A
 * command that waits for another one names the `tool` in its message.
 */
export async function createCached(name: string, tool: string, fill: (folder: string) => Promise<void>): Promise<void> {
  const path = join(CACHE, name);
  await withLock(`${path}.lock`, `provide ${tool}`, async () => {
    if (existsSync(path)) return;
    mkdirSync(CACHE, { recursive: true });
    const temporaryFolder = mkdtempSync(`${path}.`);
    try {
      await fill(temporaryFolder);
      renameSync(temporaryFolder, path);
    } finally {
      rmSync(temporaryFolder, { recursive: true, force: true });
    }
  });
}
